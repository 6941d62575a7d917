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

/** `yyyy-MMM-dd HH:mm:ss.SSS ZZ`, the one absolute date of the product. Empty for what is no date. */
export function formatDate(moment: Moment, zone: DateZone = 'local'): string {
  const date = toDateTime(moment, zone)
  return date.isValid ? date.setLocale('en').toFormat(DATE_FORMAT) : ''
}
