import { type Action, MEETING_LIVE, type MeetingDetail, type MeetingSharing } from '@livetap/contract'
import type { StandingFacts } from '../access'
import type { Meeting } from './meeting'
import { runProgress } from './run-progress'

/** Of meetings that were made of a transcript alone. */
export const TEXT_ONLY_SOURCE = 'live_asr'

/** A meeting as the screens see it. */
export function meetingDetail(meeting: Meeting): MeetingDetail {
  return {
    id: meeting.id,
    title: meeting.title,
    host: meeting.hostEmail,
    site: meeting.siteName,
    number: meeting.number,
    region: meeting.region,
    source: meeting.source,
    status: meeting.status,
    stage: meeting.stage,
    ...runProgress(meeting),
    error: meeting.error,
    start: meeting.startedAt.toISOString(),
    duration: meeting.durationMs,
    end: endOf(meeting)?.toISOString() ?? null,
    recording: recordingOf(meeting),
    restricted: meeting.restricted,
  }
}

/** A recording that is still processed has its end as soon as its length is known. */
function endOf({ status, startedAt, endedAt, durationMs }: Meeting): Date | null {
  if (status === MEETING_LIVE) return null
  return endedAt ?? (durationMs === null ? null : new Date(startedAt.getTime() + durationMs))
}

const recordingOf = ({ source, hasSound, hasVideo }: Meeting): MeetingDetail['recording'] => {
  if (source === TEXT_ONLY_SOURCE || !hasSound) return 'none'
  return hasVideo ? 'video' : 'audio'
}

/** For a mark in lists. With how many it is shared is told to those who may share it. */
export function sharingOf(
  { grants, shares, mine, links }: StandingFacts,
  may: readonly Action[],
): MeetingSharing {
  const with_me = grants !== null
  return may.includes('meeting.share') ? { with_me, others: shares - mine, links } : { with_me }
}
