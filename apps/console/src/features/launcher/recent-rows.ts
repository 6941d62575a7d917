import { fillRoute, MEETING_LIVE, type MeetingDetail, openMeetingPath, routes } from '@livetap/contract'
import type { OpenedMeeting } from '../../shared/recent-meetings'

export interface RecentRow {
  meetingId: string
  title: string
  path: string
  atMs: number
  live: boolean
}

/** Of each list. */
export const recentShown = 8

/** What this user opened here, newest first; titles and states come from the server. */
export function recentRows(
  opened: readonly OpenedMeeting[],
  known: readonly MeetingDetail[] = [],
): readonly RecentRow[] {
  const details = new Map(known.map(detail => [detail.id, detail]))
  return opened
    .slice(0, recentShown)
    .map(({ meetingId, path, openedAtMs }) => row(meetingId, openedAtMs, details.get(meetingId), path))
}

/** The newest the server knows that this user has not opened. */
export function newestRows(
  opened: readonly OpenedMeeting[],
  known: readonly MeetingDetail[] = [],
): readonly RecentRow[] {
  const openedIds = new Set(opened.map(({ meetingId }) => meetingId))
  return known
    .filter(({ id }) => !openedIds.has(id))
    .slice(0, recentShown)
    .map(detail => row(detail.id, Date.parse(detail.start), detail))
}

function row(meetingId: string, atMs: number, detail: MeetingDetail | undefined, path?: string): RecentRow {
  const live = detail?.status === MEETING_LIVE
  // A live address of a meeting that has ended would only lead on to the past one.
  const known =
    detail && (live ? fillRoute(routes.live, { meeting_id: meetingId }) : openMeetingPath(meetingId))
  return {
    meetingId,
    title: detail?.title ?? '',
    path: known ?? path ?? openMeetingPath(meetingId),
    atMs,
    live,
  }
}
