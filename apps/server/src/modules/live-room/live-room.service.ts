import { type Highlight, MEETING_LIVE } from '@livetap/contract'
import type { EngineRegistry, TranslatorRegistry } from '@livetap/speech'
import type { ClientSocket } from '../../platform/client-socket'
import { faultName } from '../../platform/fault-name'
import type { Log } from '../../platform/log/log'
import { oneAtATime } from '../../platform/one-at-a-time'
import { ServiceError } from '../../platform/service-error'
import type { Storage } from '../../platform/storage/storage'
import type { TraceParent, Tracing } from '../../platform/tracing/tracing'
import { waitAtMost } from '../../platform/wait-at-most'
import type { EventRecorder } from '../events'
import type { Meeting, MeetingsStore } from '../meetings'
import type { OffTheRecordStore, SpeakerNamesStore } from '../transcripts'
import type { CallPlacement } from './call-placement'
import { type Caller, ClientConnection } from './connection/client-connection'
import { ConnectionRefusedError } from './connection/connection-refused-error'
import type { LiveStore, NodeIdentity } from './live.store'
import { defaultLiveRoomLimits, type LiveRoomLimits } from './live-room-limits'
import type { MeetingMixer } from './mixing/meeting-mixer'
import type { AnnouncementsStore } from './outbox/announcements.store'
import type { LiveEventsStore } from './outbox/live-events.store'
import type { Announcement } from './outbox/outbox'
import { RoomLostError } from './ownership/room-lease'
import type { RoomLeasesStore } from './ownership/room-leases.store'
import type { RoomMover } from './ownership/room-mover'
import { endMeeting, type LiveEndReason, recordRoomLeft } from './room/end-meeting'
import { openRoom } from './room/open-room'
import type { Room } from './room/room'
import type { LiveStreamsStore } from './streams/live-streams.store'
import type { RoomTimesStore } from './times/room-times.store'

export interface LiveRoomServiceOptions {
  node: NodeIdentity
  /** Another node may take the meetings of one that was silent for so long. */
  nodeSilentMs: number
  placement: CallPlacement
  leases: RoomLeasesStore
  mover: RoomMover
  /** The node that has the meeting looks at it now. */
  notify: (meetingId: string) => void
  /** Another number of meetings runs here. */
  onLoadChange: () => void
  meetings: MeetingsStore
  liveStore: LiveStore
  streamsStore: LiveStreamsStore
  times: RoomTimesStore
  eventsStore: LiveEventsStore
  announcements: AnnouncementsStore
  speakerNames: SpeakerNamesStore
  offTheRecord: OffTheRecordStore
  storage: Storage
  engines: EngineRegistry
  events: EventRecorder
  mixer: MeetingMixer
  translators: TranslatorRegistry
  tracing: Tracing
  log: Log
  limits?: Partial<LiveRoomLimits>
}

/** The meetings that run on this node. */
export class LiveRoomService {
  readonly limits: LiveRoomLimits
  readonly #rooms = new Map<string, Promise<Room>>()
  readonly #open = new Map<string, Room>()
  /** Ended, and their sound is not all stored yet. */
  readonly #ended = new Map<string, { room: Room; stored: Promise<void> }>()
  readonly #timers: NodeJS.Timeout[] = []
  /** Until another node has the meeting, or this one keeps it. */
  #moving: Promise<void> | undefined
  readonly #endings = new Map<string, Promise<Meeting | undefined>>()
  readonly #looking = oneAtATime(
    () => this.#look(),
    error => this.options.log.warn({ err: error }, 'live meeting check failed'),
  )
  #closed = false

  constructor(private readonly options: LiveRoomServiceOptions) {
    this.limits = { ...defaultLiveRoomLimits, ...options.limits }
  }

  start(): void {
    this.#timers.push(setInterval(() => this.#sweep(), this.limits.sweepMs))
  }

  get stats() {
    const rooms = [...this.#open.values()]
    return {
      rooms: rooms.length,
      clients: rooms.reduce((sum, room) => sum + room.clientCount, 0),
      voices: rooms.reduce((sum, room) => sum + room.voiceCount, 0),
    }
  }

  /** From here on the socket belongs to the service. `traceparent`: of the request that opened it. */
  accept(
    socket: ClientSocket,
    caller: Caller,
    { after, traceparent }: { after?: number; traceparent?: TraceParent },
  ): void {
    const client = new ClientConnection(socket, caller, this.limits, error =>
      this.options.log.error({ meeting: caller.meetingId, err: error }, 'handling a live message failed'),
    )
    const span = this.options.tracing.start('join live meeting', {
      parent: traceparent ?? null,
      kind: 'server',
      attributes: { 'livetap.meeting': caller.meetingId, 'livetap.resumed': after !== undefined },
    })
    client.traceparent = span.traceparent
    this.#room(caller.meetingId)
      .then(room => room.join(client, after))
      .then(() => span.end())
      .catch(error => {
        span.end({ fault: faultName(error) })
        if (!(error instanceof ConnectionRefusedError))
          this.options.log.warn({ meeting: caller.meetingId, err: error }, 'opening a room failed')
        client.refuse(
          error instanceof ConnectionRefusedError
            ? error
            : new ConnectionRefusedError('failed', 'The meeting could not be opened'),
        )
      })
  }

  /** What the database holds of the meeting has changed. */
  async changed(meetingId: string): Promise<void> {
    const room = this.#open.get(meetingId)
    if (!room) return this.options.notify(meetingId)
    const [state, meeting] = await Promise.all([
      this.options.liveStore.find(meetingId),
      this.options.meetings.find(meetingId),
    ])
    if (state && meeting) room.settings.apply(state, meeting.language)
  }

  async highlightCreated(meetingId: string, data: Highlight): Promise<void> {
    const room = this.#open.get(meetingId)
    if (room) room.highlightCreated(data)
    else await this.#post(meetingId, { type: 'highlight_created', body: { data }, durable: true })
  }

  async highlightDeleted(meetingId: string, id: string): Promise<void> {
    const room = this.#open.get(meetingId)
    if (room) room.highlightDeleted(id)
    else await this.#post(meetingId, { type: 'highlight_deleted', body: { data: { id } }, durable: true })
  }

  /**
   * Ends the meeting, wherever it runs. Answers it as it is now; on another node it ends within a moment. Once the
   * request is in the database the meeting ends, regardless of what fails on the way: the next beat goes on with it.
   */
  async end(meetingId: string, reason: LiveEndReason, by: string): Promise<Meeting | undefined> {
    const { liveStore, placement, node, meetings, notify } = this.options
    await this.#moving
    const owner = await placement.claim(meetingId)
    if (reason === 'dropped') await liveStore.requestEnd(meetingId, by)
    if (owner.id !== node.id) {
      notify(meetingId)
      return await meetings.find(meetingId)
    }
    let ending = this.#endings.get(meetingId)
    if (!ending) {
      ending = this.#end(meetingId, reason, by).finally(() => this.#endings.delete(meetingId))
      this.#endings.set(meetingId, ending)
    }
    return await ending
  }

  async #end(meetingId: string, reason: LiveEndReason, by: string): Promise<Meeting | undefined> {
    const room = await this.#rooms.get(meetingId)?.catch(() => undefined)
    let lengthMs: number | undefined
    if (room && !room.isEnding) {
      const ended = await room.end(reason)
      lengthMs = ended.lengthMs
      this.#storing(room, ended.stored)
    }
    this.#forget(meetingId)
    const ended = await endMeeting(this.options, { meetingId, reason, by, lengthMs })
    if (ended) this.options.mixer.add(meetingId)
    return ended ?? (await this.options.meetings.find(meetingId))
  }

  /** Rejects while the sound of an ended meeting is in this process alone, because the storage does not take it. */
  async assertStored(meetingId: string): Promise<void> {
    const ended = this.#ended.get(meetingId)
    if (!ended) return
    if (!ended.room.isFailing && (await waitAtMost(this.limits.storeMs, ended.stored))) return
    throw new ServiceError('unavailable', 'The storage does not take the last sound of the meeting')
  }

  /** The meeting is about to be deleted: nothing of it is being written any more, wherever it stands. */
  async release(meetingId: string): Promise<void> {
    const { mixer } = this.options
    const open = await this.#rooms.get(meetingId)?.catch(() => undefined)
    const room = open ?? this.#ended.get(meetingId)?.room
    this.#forget(meetingId)
    const released = Promise.all([room?.discard(), mixer.release(meetingId)])
    // What is written later finds no meeting, and is taken away by the mixer.
    if (!(await waitAtMost(this.limits.releaseMs, released)))
      void released.finally(() => mixer.add(meetingId))
    const meeting = await this.options.meetings.find(meetingId)
    if (meeting?.status === MEETING_LIVE) await recordRoomLeft(this.options, meetingId, 'deleted')
  }

  endSession(sessionId: string): void {
    for (const room of this.#open.values()) room.closeSession(sessionId)
  }

  /** Another node gave the meeting to this one: its clients come in a moment. */
  async takeOver(meetingId: string): Promise<void> {
    try {
      await this.#room(meetingId)
      await this.look()
    } catch (error) {
      this.options.log.warn({ meeting: meetingId, err: error }, 'taking a room over failed')
    }
  }

  /**
   * Gives the meetings to other nodes of the region, as far as they have places; the rest stays here. Answers how many
   * clients were sent to other nodes.
   */
  async moveAway(): Promise<number> {
    await this.#moving
    if (this.#closed) return 0
    let clients = 0
    const rooms = [...this.#open.values()].filter(({ meetingId }) => !this.#endings.has(meetingId))
    const moving = this.options.mover.move(rooms, room => {
      clients += room.clientCount
      this.#forget(room.meetingId)
    })
    this.#moving = moving.catch(error => this.options.log.warn({ err: error }, 'moving rooms failed'))
    await this.#moving
    this.#moving = undefined
    return clients
  }

  /** Meetings go on: clients come back to the next owner. */
  async close(): Promise<void> {
    this.#closed = true
    for (const timer of this.#timers.splice(0)) clearInterval(timer)
    await this.#looking.stop()
    const rooms = await Promise.allSettled(this.#rooms.values())
    await Promise.all(
      rooms.map(async one => one.status === 'fulfilled' && (await one.value.leave('shutting_down'))),
    )
    for (const { room } of this.#ended.values()) room.discardPending()
    this.#rooms.clear()
    this.#open.clear()
  }

  /** Another node asked something of the meeting. */
  asked(meetingId: string): void {
    if (this.#open.has(meetingId)) void this.look()
  }

  /** Does what others asked of the meetings of this node, and ends those that were left alone. */
  look(): Promise<void> {
    return this.#looking.run()
  }

  async #look(): Promise<void> {
    const { liveStore, eventsStore, node } = this.options
    const mine = [...this.#open.values()]
    const found = await liveStore.look(
      node,
      mine.map(room => ({ id: room.meetingId, hasClients: room.clientCount > 0 })),
    )
    await Promise.all(mine.map(room => room.saveTimes()))
    const held = mine.filter(({ lease }) =>
      found.some(({ state, token }) => state.meetingId === lease.meetingId && token === lease.token),
    )
    for (const { meetingId, message } of await eventsStore.collect(held.map(({ lease }) => lease)))
      this.#open.get(meetingId)?.announce(message as Announcement)
    for (const { state, language, status, endRequestedBy } of found) {
      if (status === MEETING_LIVE) this.#open.get(state.meetingId)?.settings.apply(state, language)
      if (endRequestedBy !== null) this.#endLater(state.meetingId, 'dropped', endRequestedBy)
    }
    for (const room of mine) if (!held.includes(room) && !room.isEnding) await this.#leaveLost(room)
    for (const { meetingId, requestedBy } of await liveStore.abandoned(
      node,
      this.limits.abandonedMs,
      this.options.nodeSilentMs,
    ))
      if (requestedBy !== null) this.#endLater(meetingId, 'dropped', requestedBy)
      else if (!this.#open.get(meetingId)?.clientCount) this.#endLater(meetingId, 'abandoned', 'service')
  }

  /** Another node has the meeting now, or has deleted it. */
  async #leaveLost(room: Room): Promise<void> {
    this.options.log.info({ meeting: room.meetingId }, 'another node has the meeting')
    this.#forget(room.meetingId)
    const isDeleted = !(await this.options.meetings.find(room.meetingId))
    if (isDeleted) room.discardPending()
    await room.leave('moved')
    if (isDeleted) this.options.mixer.add(room.meetingId)
  }

  /** The last words can take longer than this node may be silent. */
  #endLater(meetingId: string, reason: LiveEndReason, by: string): void {
    if (this.#endings.has(meetingId)) return
    this.end(meetingId, reason, by).catch(error =>
      this.options.log.warn({ meeting: meetingId, err: error }, 'meeting has not ended yet'),
    )
  }

  #room(meetingId: string): Promise<Room> {
    let opening = this.#rooms.get(meetingId)
    if (!opening) {
      opening = this.#openRoom(meetingId)
      this.#rooms.set(meetingId, opening)
      opening.catch(() => this.#rooms.delete(meetingId))
    }
    return opening
  }

  async #openRoom(meetingId: string): Promise<Room> {
    if (this.#closed) throw new ConnectionRefusedError('shutting_down', 'The server is stopping')
    const parts = {
      ...this.options,
      limits: this.limits,
      onStuck: (room: Room, error: unknown) => this.#stuck(room, error),
    }
    const room = await openRoom(parts, meetingId)
    this.#open.set(meetingId, room)
    this.options.onLoadChange()
    return room
  }

  async #post(meetingId: string, announcement: Announcement): Promise<void> {
    const { liveStore, meetings, eventsStore, notify } = this.options
    const meeting = await meetings.find(meetingId)
    if (meeting?.status !== MEETING_LIVE || !(await liveStore.find(meetingId))) return
    await eventsStore.post(meetingId, announcement)
    notify(meetingId)
  }

  #stuck(room: Room, error: unknown): void {
    if (error instanceof RoomLostError) {
      this.#leaveLost(room).catch(failure =>
        this.options.log.warn({ meeting: room.meetingId, err: failure }, 'leaving a lost room failed'),
      )
      return
    }
    this.options.log.error({ meeting: room.meetingId, err: error }, 'database refuses writes')
    this.#forget(room.meetingId)
    void room.leave('failed')
  }

  /** The meeting is over; its last sound may wait for the storage. */
  #storing(room: Room, stored: Promise<void>): void {
    this.#ended.set(room.meetingId, { room, stored })
    this.options.mixer.waitsFor(room.meetingId, { stored, isFailing: () => room.isFailing })
    void stored.then(() => {
      this.#ended.delete(room.meetingId)
      // Looked at once more, should it have been too early for it.
      this.options.mixer.add(room.meetingId)
    })
  }

  #forget(meetingId: string): void {
    this.#rooms.delete(meetingId)
    this.#open.delete(meetingId)
    this.options.onLoadChange()
  }

  #sweep(): void {
    const now = performance.now()
    for (const room of this.#open.values()) room.sweep(now)
  }
}
