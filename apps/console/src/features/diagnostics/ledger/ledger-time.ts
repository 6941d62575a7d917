import type { LedgerEventWire } from '@livetap/contract'
import { DateTime } from 'luxon'
import { type DateZone, toDateTime } from '../../../shared/time/format-date'

type Events = readonly LedgerEventWire[]

const dayOf = (event: LedgerEventWire | undefined, zone: DateZone) =>
  event && toDateTime(event.createdAt, zone).startOf('day')

/** A time is enough where all events are of one day. */
export const isOfOneDay = (events: Events, zone: DateZone): boolean =>
  dayOf(events[0], zone)?.toMillis() === dayOf(events.at(-1), zone)?.toMillis()

/** What is typed as a time, or as a date with a time, in milliseconds; undefined for what is neither. */
export function typedMoment(text: string, events: Events, zone: DateZone): number | undefined {
  const day = dayOf(events[0], zone)
  if (!day || text === '') return undefined
  const date = text.includes('T') ? text : `${day.toISODate()}T${text}`
  const moment = DateTime.fromISO(date, { zone: day.zone })
  return moment.isValid ? moment.toMillis() : undefined
}
