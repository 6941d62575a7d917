/** What no file system accepts, and leading dots. */
const UNSAFE = /[\\/:*?"<>|\p{Cc}]+|^\.+/gu

const safe = (name: string): string => name.replace(UNSAFE, '_')

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}

function localDateTime(date: Date): string {
  const day = [date.getFullYear(), twoDigits(date.getMonth() + 1), twoDigits(date.getDate())].join('-')
  const time = [date.getHours(), date.getMinutes(), date.getSeconds()].map(twoDigits).join('-')
  return `${day}_${time}`
}

/** Longer names are cut: some file systems take 255 bytes, and a title may have 300 characters. */
const MOST = 80

/** What a meeting is called in a file's name: its title, or its id when it has none. */
export const fileTitle = (title: string, meetingId: string): string =>
  title.trim().replace(/\s+/g, ' ').slice(0, MOST).trim() || meetingId

/** The recording as Download writes it and a training manifest names it. */
export const audioFileName = (title: string, meetingId: string): string =>
  `audio__${safe(fileTitle(title, meetingId))}.flac`

/** transcripts__{meeting}__{local date time}.json, or another ending for another form. */
export function transcriptsFileName(meeting: string, date: Date, ending = 'json'): string {
  return `transcripts__${safe(meeting)}__${localDateTime(date)}.${ending}`
}
