import { type EndReason, MEETING_LIVE } from '@livetap/contract'
import type { Log } from '../../../platform/log/log'
import type { EventRecorder } from '../../events'
import { endEntries, type Meeting, type MeetingsStore } from '../../meetings'
import type { OffTheRecordStore } from '../../transcripts'
import type { LiveStore } from '../live.store'
import { MIXING_STAGE } from '../mixing/meeting-mixer'
import { recordRoomEnd } from '../times/room-life'
import type { RoomTimesStore } from '../times/room-times.store'

export type LiveEndReason = Extract<EndReason, 'dropped' | 'abandoned'>

interface EndParts {
  meetings: MeetingsStore
  liveStore: LiveStore
  events: EventRecorder
  offTheRecord: OffTheRecordStore
  times: RoomTimesStore
  log: Log
}

interface LiveEnd {
  meetingId: string
  reason: LiveEndReason
  by: string
  /** By the room's clock, which does not turn back; undefined where no room was open. */
  lengthMs: number | undefined
}

/** The meeting no longer runs, and what is known of its end is recorded; undefined when it had ended before. */
export async function endMeeting(
  parts: EndParts,
  { meetingId, reason, by, lengthMs }: LiveEnd,
): Promise<Meeting | undefined> {
  const { meetings, liveStore, events } = parts
  const meeting = await meetings.find(meetingId)
  if (!meeting) return undefined
  const { startedAt } = meeting
  // Without a room only the wall clock is there, and it may have been set: the recording gives the length later.
  const durationMs = lengthMs === undefined ? null : Math.round(lengthMs)
  const endedAt = new Date(
    durationMs === null ? Math.max(Date.now(), startedAt.getTime()) : startedAt.getTime() + durationMs,
  )
  const ended = await meetings.change(
    meetingId,
    { status: 'processing', stage: MIXING_STAGE, progress: 0, endedAt, durationMs },
    [MEETING_LIVE],
  )
  if (!ended) return undefined
  await liveStore.ended(meetingId, reason)
  const record = events.of(meetingId)
  if (reason === 'dropped') record.log('hangUpReason', { meeting_end_reason: reason, by })
  record.add(
    endEntries({
      reason,
      startedAt,
      endedAt,
      facts: { by, duration_ms: durationMs ?? undefined },
    }),
  )
  await recordRoomLeft(parts, meetingId, reason)
  return ended
}

/** The end of a meeting does not wait for the figures of its room. */
export async function recordRoomLeft(
  { events, offTheRecord, times, log }: EndParts,
  meetingId: string,
  reason: EndReason,
): Promise<void> {
  try {
    const silent = await offTheRecord.list(meetingId)
    await recordRoomEnd({ times, record: events.of(meetingId), meetingId }, reason, silent)
  } catch (error) {
    log.warn({ meeting: meetingId, err: error }, 'recording the end of a room failed')
  }
}
