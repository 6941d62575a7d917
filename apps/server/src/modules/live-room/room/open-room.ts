import { MEETING_LIVE } from '@livetap/contract'
import { DEFAULT_ENGINE } from '@livetap/speech'
import type { EventRecorder, MeetingRecord } from '../../events'
import type { Meeting, MeetingsStore } from '../../meetings'
import type { OffTheRecordStore } from '../../transcripts'
import type { CallPlacement } from '../call-placement'
import { ConnectionRefusedError } from '../connection/connection-refused-error'
import type { LiveStore, NodeIdentity } from '../live.store'
import { lastFinals } from '../outbox/last-finals'
import { MeetingClock } from '../streams/meeting-clock'
import { Room } from './room'
import type { RoomOptions } from './room-options'

type Shared =
  | 'limits'
  | 'leases'
  | 'streamsStore'
  | 'eventsStore'
  | 'announcements'
  | 'speakerNames'
  | 'storage'
  | 'engines'
  | 'translators'
  | 'times'
  | 'tracing'
  | 'log'

export interface RoomParts extends Pick<RoomOptions, Shared> {
  node: NodeIdentity
  nodeSilentMs: number
  meetings: MeetingsStore
  liveStore: LiveStore
  offTheRecord: OffTheRecordStore
  events: EventRecorder
  placement: CallPlacement
  onStuck: (room: Room, error: unknown) => void
}

/** The room of a running meeting on this node, with what an earlier process left of it. */
export async function openRoom(parts: RoomParts, meetingId: string): Promise<Room> {
  const { node, nodeSilentMs, meetings, liveStore, leases, offTheRecord, events, eventsStore, onStuck } =
    parts
  const askedAt = performance.now()
  const meeting = await meetings.find(meetingId)
  if (meeting?.status !== MEETING_LIVE)
    throw new ConnectionRefusedError('call_ended', 'The meeting has ended')
  const isOwner = (await parts.placement.ownerOf(meetingId)).id === node.id
  const lease = isOwner ? await leases.take(meetingId, node, nodeSilentMs) : undefined
  if (!lease) throw new ConnectionRefusedError('moved', 'Another node has the meeting')
  const state = (await liveStore.find(meetingId))!
  const claimedAt = performance.now()
  const record = events.of(meetingId)
  const room: Room = new Room({
    ...parts,
    meeting,
    lease,
    state,
    record,
    ledgerWritten: () => events.ledgerWritten(),
    pod: node.pod,
    clock: new MeetingClock(meeting.startedAt),
    engine: DEFAULT_ENGINE,
    offTheRecord: await offTheRecord.list(meetingId),
    announced: await lastFinals(eventsStore, meetingId),
    onStuck: error => onStuck(room, error),
  })
  try {
    await room.open()
    await recordOpened(parts, record, meeting, { askedAt, claimedAt })
  } catch (error) {
    await room.leave('failed')
    throw error
  }
  return room
}

async function recordOpened(
  { times, events, node: { pod } }: RoomParts,
  record: MeetingRecord,
  { id, startedAt }: Meeting,
  { askedAt, claimedAt }: { askedAt: number; claimedAt: number },
): Promise<void> {
  const { first, fromPod } = await times.opened(id, pod)
  record.log('roomCreated', { pod_name: pod, elapsedMs: Math.round(performance.now() - claimedAt) })
  if (first) {
    record.log('clientUp', {})
    record.log('hotwordPod', {
      hotwordCreationAbsoluteMs: Math.max(0, Date.now() - startedAt.getTime()),
      hotwordCreationElapsedMs: Math.round(performance.now() - askedAt),
    })
    record.ledger('roomOpened', { pod_name: pod })
  } else record.ledger('roomReopened', { pod_name: pod, from_pod_name: fromPod ?? undefined })
  await events.ledgerWritten()
}
