import { fillRoute, type MeetingDetail, routes } from '@livetap/contract'
import { timeParam } from '@livetap/transcript'

/** Where an entry of a meeting leads: to its moment of the recording, or to the meeting where it lies outside of it. */
export function recordingMoment(
  { id, start, duration }: Pick<MeetingDetail, 'id' | 'start' | 'duration'>,
  entryTime: string,
): { to: string; atMs: number; isWithin: boolean } {
  const atMs = Date.parse(entryTime) - Date.parse(start)
  const isWithin = duration !== null && atMs >= 0 && atMs <= duration
  const past = fillRoute(routes.past, { meeting_id: id })
  return { to: isWithin ? `${past}?t=${timeParam(atMs)}` : past, atMs, isWithin }
}
