/** Screens with dates let the user choose between the two. */
export type DateZone = 'local' | 'gmt'

export type Moment = number | string | Date

const MINUTE_MS = 60_000
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** NaN for what is no date. An ISO text without a zone is local. */
export function toMs(moment: Moment): number {
  if (typeof moment !== 'string') return Number(moment)
  if (/^\d+$/.test(moment)) return Number(moment)
  return /^\d{4}-\d{2}-\d{2}/.test(moment) ? Date.parse(moment) : Number.NaN
}

/** The parts of `yyyy-MMM-dd HH:mm:ss.SSS ZZ`; undefined for what is no date. The first page shows dates too, and no library is small enough for it. */
function partsOf(moment: Moment, zone: DateZone) {
  const date = new Date(toMs(moment))
  if (Number.isNaN(date.getTime())) return undefined
  const offset = zone === 'gmt' ? 0 : -date.getTimezoneOffset()
  const [day = '', time = ''] = inputText(date, zone).split('T')
  const [year, month, dayOfMonth] = day.split('-')
  const distance = Math.abs(offset)
  return {
    day: `${year}-${MONTHS[Number(month) - 1]}-${dayOfMonth}`,
    time,
    offset: `${offset < 0 ? '-' : '+'}${pad(Math.floor(distance / 60))}:${pad(distance % 60)}`,
  }
}

/** `yyyy-MMM-dd HH:mm:ss.SSS ZZ`, the documents' absolute date and the only one. Empty for what is no date. */
export function formatDate(moment: Moment, zone: DateZone = 'local'): string {
  const parts = partsOf(moment, zone)
  return parts ? `${parts.day} ${parts.time} ${parts.offset}` : ''
}

/** Its day alone, above times of that day. */
export const formatDay = (moment: Moment, zone: DateZone = 'local'): string =>
  partsOf(moment, zone)?.day ?? ''

/** Its time alone, where the day is above. */
export const formatTime = (moment: Moment, zone: DateZone = 'local'): string =>
  partsOf(moment, zone)?.time ?? ''

/** `yyyy-MM-ddTHH:mm:ss.SSS`, as the browser's own fields of date and time hold it; not to be read. */
export function inputText(moment: Moment, zone: DateZone = 'local'): string {
  const date = new Date(toMs(moment))
  // Read in UTC, it shows the clock of its zone.
  const offset = zone === 'gmt' ? 0 : date.getTimezoneOffset()
  return new Date(date.getTime() - offset * MINUTE_MS).toISOString().slice(0, -1)
}

const pad = (value: number): string => String(value).padStart(2, '0')
