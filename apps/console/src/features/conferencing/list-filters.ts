import { DEFAULT_MEETING_RECORDS } from '@livetap/contract'
import { endOfDay, type MomentSpan } from '../../shared/dates/date-range'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** A browser holds no more rows than this. */
const MAX_RECORDS = 10_000

export interface AskedRange {
  from: string | undefined
  to: string | undefined
}

interface Clock {
  /** When the list was opened at this address. */
  openedMs: number
  nowMs: number
  pastDays: number
}

/**
 * What an address leaves out, or what is no moment in it: from the usual days back to the end of today. A range that
 * ended with today when it was opened goes on doing so, or Reload would miss what was made after midnight UTC.
 */
export function rangeOf({ from, to }: AskedRange, { openedMs, nowMs, pastDays }: Clock): MomentSpan {
  const asked = moment(to)
  const endsToday = asked === undefined || asked === endOfDay(openedMs)
  const usual = Math.floor((nowMs - pastDays * DAY_MS) / MINUTE_MS) * MINUTE_MS
  return { startMs: moment(from) ?? usual, endMs: endsToday ? endOfDay(nowMs) : asked }
}

export function recordsOf(amount: string | undefined): number {
  const asked = Number(amount)
  if (!Number.isInteger(asked) || asked < 1) return DEFAULT_MEETING_RECORDS
  return Math.min(asked, MAX_RECORDS)
}

function moment(text: string | undefined): number | undefined {
  if (text === undefined || !/^\d{1,15}$/.test(text)) return undefined
  return Number(text)
}
