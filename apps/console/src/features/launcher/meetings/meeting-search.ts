import type { RecentMeeting } from '@livetap/contract'
import { type MomentSpan, parseRange } from '../../../shared/dates/date-range'
import type { MeetingRow } from '../../../shared/meeting-list/meeting-rows'
import type { MeetingSearch } from './recent-call'

/** Fewer letters are in too many meetings. */
const MIN_LETTERS = 2
const MINUTE_MS = 60_000
const isoPattern = /(\d{4})-(\d{1,2})-(\d{1,2})(?:t(\d{1,2}:\d{2})(?::\d{2}(?:\.\d+)?)?z?)?/g

/**
 * The time that a filter names, in UTC: a day, a minute, or a range of them, written as dates are here (2026/03/04
 * 10:15) or as in a log entry (2026-03-04T10:15:00Z). Null: it is no time.
 */
function searchedSpan(typed: string): MomentSpan | null {
  const written = typed.toLowerCase().replace(isoPattern, '$1/$2/$3 $4')
  const span = parseRange(written)
  // A minute is meant whole.
  return span && { startMs: span.startMs, endMs: isWhole(span) ? span.endMs : span.endMs + MINUTE_MS - 1 }
}

const isWhole = ({ endMs }: MomentSpan) => endMs % MINUTE_MS !== 0

/** What the server is asked beside the newest meetings; undefined: nothing. */
export function meetingSearch(typed: string): MeetingSearch | undefined {
  const span = searchedSpan(typed)
  if (span) return { from: new Date(span.startMs).toISOString(), to: new Date(span.endMs).toISOString() }
  const find = typed.trim().slice(0, 200)
  return find.length < MIN_LETTERS ? undefined : { find }
}

/** Whether the meeting ran within the time that the filter names; undefined: it names none. */
export function ranWithin(
  { startMs, durationMs, state }: MeetingRow,
  typed: string,
  nowMs = Date.now(),
): boolean | undefined {
  const span = searchedSpan(typed)
  if (!span) return undefined
  if (startMs === null) return false
  const endMs = state === 'live' ? nowMs : startMs + (durationMs ?? 0)
  return startMs <= span.endMs && endMs >= span.startMs
}

/** Each meeting once. */
export function withFound(
  newest: readonly RecentMeeting[],
  found: readonly RecentMeeting[],
): readonly RecentMeeting[] {
  const known = new Set(newest.map(({ id }) => id))
  return [...newest, ...found.filter(({ id }) => !known.has(id))]
}
