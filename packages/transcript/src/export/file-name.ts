/** What no file system accepts, and leading dots. */
const UNSAFE = /[\\/:*?"<>|\p{Cc}]+|^\.+/gu

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}

function localDateTime(date: Date): string {
  const day = [date.getFullYear(), twoDigits(date.getMonth() + 1), twoDigits(date.getDate())].join('-')
  const time = [date.getHours(), date.getMinutes(), date.getSeconds()].map(twoDigits).join('-')
  return `${day}_${time}`
}

/** transcripts__{meeting}__{local date time}.json, or another ending for another form. */
export function transcriptsFileName(meeting: string, date: Date, ending = 'json'): string {
  return `transcripts__${meeting.replace(UNSAFE, '_')}__${localDateTime(date)}.${ending}`
}
