import type { LedgerEventWire } from '@livetap/contract'
import { type DateZone, formatDay, inputText } from '../../../shared/time/format-date'

type Events = readonly LedgerEventWire[]

const dayOf = (event: LedgerEventWire | undefined, zone: DateZone) =>
  event && formatDay(event.createdAt, zone)

/** A time is enough where all events are of one day. */
export const isOfOneDay = (events: Events, zone: DateZone): boolean =>
  dayOf(events[0], zone) === dayOf(events.at(-1), zone)

/** What is typed as a time, or as a date with a time, in milliseconds; undefined for what is neither. */
export function typedMoment(text: string, events: Events, zone: DateZone): number | undefined {
  const first = events[0]
  if (!first || text === '' || !formatDay(first.createdAt, zone)) return undefined
  const date = text.includes('T') ? text : `${inputText(first.createdAt, zone).slice(0, 10)}T${text}`
  const moment = Date.parse(zone === 'gmt' ? `${date}Z` : date)
  return Number.isNaN(moment) ? undefined : moment
}
