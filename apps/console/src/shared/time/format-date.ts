import { DATE_FORMAT } from '@livetap/contract'
import { DateTime } from 'luxon'

/** Screens with dates let the user choose between the two. */
export type DateZone = 'local' | 'gmt'

export type Moment = number | string | Date

export function toDateTime(moment: Moment, zone: DateZone = 'local'): DateTime {
  const options = { zone: zone === 'gmt' ? 'utc' : 'default' }
  if (moment instanceof Date) return DateTime.fromJSDate(moment, options)
  if (typeof moment === 'number') return DateTime.fromMillis(moment, options)
  return /^\d+$/.test(moment)
    ? DateTime.fromMillis(Number(moment), options)
    : DateTime.fromISO(moment, options)
}

const formatted = (moment: Moment, zone: DateZone, format: string): string => {
  const date = toDateTime(moment, zone)
  return date.isValid ? date.setLocale('en').toFormat(format) : ''
}

/** `yyyy-MMM-dd HH:mm:ss.SSS ZZ`, the one absolute date of the product. Empty for what is no date. */
export const formatDate = (moment: Moment, zone: DateZone = 'local'): string =>
  formatted(moment, zone, DATE_FORMAT)

/** Its day alone, above times of that day. */
export const formatDay = (moment: Moment, zone: DateZone = 'local'): string =>
  formatted(moment, zone, 'yyyy-MMM-dd')

/** Its time alone, where the day is above. */
export const formatTime = (moment: Moment, zone: DateZone = 'local'): string =>
  formatted(moment, zone, 'HH:mm:ss.SSS')
