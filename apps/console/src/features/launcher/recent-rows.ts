import { fillRoute, MEETING_LIVE, type MeetingDetail, openMeetingPath, routes } from '@livetap/contract'
import type { OpenedMeeting } from '../../shared/recent-meetings'

export interface RecentRow {
  meetingId: string
  title: string
  path: string
  atMs: number
  live: boolean
}

export const recentShown = 8

/** What was opened here first, then the newest the server knows; titles come from the server. */
export function recentRows(
  opened: readonly OpenedMeeting[],
  known: readonly MeetingDetail[] = [],
): readonly RecentRow[] {
  const details = new Map(known.map(detail => [detail.id, detail]))
  const here = opened.map(({ meetingId, path, openedAtMs }) =>
    row(meetingId, openedAtMs, details.get(meetingId), path),
  )
  const openedIds = new Set(opened.map(({ meetingId }) => meetingId))
  const elsewhere = known
    .filter(({ id }) => !openedIds.has(id))
    .map(detail => row(detail.id, Date.parse(detail.start), detail))
  return [...here, ...elsewhere].slice(0, recentShown)
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
