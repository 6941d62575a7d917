import {
  type CallState,
  type Highlight,
  type HotwordCloseReason,
  type HotwordCommand,
  texts,
  UNKNOWN_CALL,
} from '@livetap/contract'
import { waitAtMost } from '../../../platform/wait-at-most'
import type { AudioFrame } from '../connection/audio-frame'
import type { ClientConnection, ClientHost } from '../connection/client-connection'
import { ConnectionRefusedError } from '../connection/connection-refused-error'
import { clientKey, RoomClients } from '../connection/room-clients'
import { Eva } from '../eva/eva'
import { LiveTranslator } from '../eva/live-translator'
import { type Announcement, type NumberedAnnouncement, Outbox } from '../outbox/outbox'
import { TranscriptPublisher } from '../outbox/transcript-publisher'
import type { RoomLease } from '../ownership/room-lease'
import { type AudioStreamEvent, AudioStreams } from '../streams/audio-streams'
import type { LiveStream } from '../streams/live-stream'
import { RoomLife } from '../times/room-life'
import { callState, speakerWire } from './call-state'
import { announcementOnRecord } from './off-the-record'
import { RoomBehind } from './room-behind'
import { RoomOffTheRecord } from './room-off-the-record'
import type { RoomOptions } from './room-options'
import { RoomSettings } from './room-settings'

/** A node that stops waits so long for its database and its storage. */
const STORE_MS = 20_000

/** The same for a room that another node takes over, while its clients wait. */
const HAND_OVER_MS = 1_500
const LEFT = 'This node no longer has the meeting'

type LeaveReason = Extract<HotwordCloseReason, 'shutting_down' | 'moved' | 'failed'>

export interface RoomEnd {
  lengthMs: number
  /** Resolves when all sound of the meeting is stored, however long the storage stays away. */
  stored: Promise<void>
}

/** One running meeting on this node: who is in it, what is said, and what is announced. */
export class Room implements ClientHost {
  readonly meetingId: string
  readonly settings: RoomSettings
  readonly #outbox: Outbox
  readonly #clients = new RoomClients()
  readonly #streams: AudioStreams
  readonly #publisher: TranscriptPublisher
  readonly #eva: Eva
  readonly #offTheRecord: RoomOffTheRecord
  readonly #life: RoomLife
  readonly #behind: RoomBehind
  #ending = false
  /** Set once another process is to go on with the meeting: who comes now is sent there. */
  #leaving: LeaveReason | undefined
  /** Until the end of the call has read what was sent. */
  #acceptsSound = true
  /** A user came or left; announced at the next sweep, once for all. */
  #membersChanged = false

  constructor(private readonly options: RoomOptions) {
    const { meeting, lease, clock, record, eventsStore, announcements, offTheRecord } = options
    const meetingId = meeting.id
    const clients = this.#clients
    const outbox = new Outbox({
      meetingId,
      reserve: count => eventsStore.reserve(lease, count),
      commit: async announced => {
        // Numbers of the ledger follow the order of time.
        if (announced.ledger.length > 0) await options.ledgerWritten()
        const { updatedAt } = await announcements.commit(lease, announced)
        if (updatedAt) settings.written(updatedAt)
      },
      prepare: announcement => announcementOnRecord(announcement, offTheRecord),
      deliver: message => this.#deliver(message),
      onStuck: error => options.onStuck(error),
    })
    const settings = new RoomSettings({
      state: options.state,
      language: meeting.language,
      outbox,
      onSwitched: () => this.#updateStatus(),
      onRecognitionChanged: () => streams.relisten(),
    })
    const eva = new Eva({
      nowMs: () => clock.ms,
      isMuffled: () => settings.state.earmuffs,
      announce: announcement => outbox.push(announcement),
      highlight: highlight => this.#publisher.highlight(highlight),
      removeHighlight: (id, by) => this.#publisher.removeHighlight(id, by),
      setEarmuffs: (on, by) => settings.setEarmuffs(on, by),
      setChimes: (on, by) => settings.setChimes(on, by),
      // The sentence that asks is gone as well.
      offTheRecord: (ms, by, spoken) => {
        const askedBy = streams.nameOf(spoken.streamId) ?? by
        const range = this.#offTheRecord.go({ startMs: spoken.startMs, endMs: spoken.endMs + ms, askedBy })
        return () => this.#offTheRecord.cancelOffTheRecord(range)
      },
    })
    const streams = new AudioStreams({
      ...options,
      settings,
      outbox,
      clients,
      on: (stream, event) => this.#handle(stream, event),
    })
    const translator = new LiveTranslator({ ...options, meetingId, settings, outbox })
    this.meetingId = meetingId
    this.#outbox = outbox
    this.settings = settings
    this.#eva = eva
    this.#streams = streams
    this.#publisher = new TranscriptPublisher({
      ...{ outbox, settings, record, offTheRecord, eva, translator },
      nowMs: () => clock.ms,
    })
    this.#life = new RoomLife({ ...options, nowMs: () => clock.ms })
    this.#offTheRecord = new RoomOffTheRecord({ clock, meeting, ranges: offTheRecord, streams, eva, outbox })
    this.#behind = new RoomBehind({
      measure: () => streams.behindMs,
      announce: behind_millis =>
        outbox.push({ type: 'behind_changed', body: { data: { behind_millis } }, durable: false }),
    })
  }

  /** Takes up what an earlier process of this meeting left. */
  async open(): Promise<void> {
    await this.#outbox.open()
    await this.#streams.load()
    // Who spoke in it before may come back to the middle of a sentence.
    for (const { record } of this.#streams.list()) this.#clients.expect(record.clientId)
  }

  /** Its right to write for the meeting. */
  get lease(): RoomLease {
    return this.options.lease
  }

  get clientCount(): number {
    return this.#clients.size
  }

  get isEnding(): boolean {
    return this.#ending
  }

  get voiceCount(): number {
    return this.#streams.list().length
  }

  /** Resolves when the client has caught up. */
  async join(client: ClientConnection, after: number | undefined): Promise<void> {
    const { record, eventsStore } = this.options
    const { clientId, userName } = client.caller
    if (this.#leaving) return client.refuse(new ConnectionRefusedError(this.#leaving, LEFT))
    if (this.#ending) return client.refuse(new ConnectionRefusedError('call_ended', 'The meeting has ended'))
    // A client that comes back takes the place of its own older connection.
    if (!this.#clients.isConnected(clientId) && this.#clients.size >= client.limits.clientsPerMeeting)
      return client.refuse(new ConnectionRefusedError('meeting_full', texts.live.meetingFull))
    this.#clients.add(client)
    this.#membersChanged = true
    this.#streams.reconnected(clientId)
    this.#life.entered(userName)
    this.#updateStatus()
    record.ledger('clientJoined', { name: userName, resumed: after !== undefined })
    const cursor = after === undefined ? { resumed: false } : { resumed: true, after_seq: after }
    record.log('socketOpened', { client_id: clientId, ...cursor })
    const { lastSeq } = this.#outbox
    const replaying = after !== undefined && after <= lastSeq
    const seq = replaying ? after : lastSeq
    const data = {
      ...this.#callState(client),
      own_key: clientKey(clientId),
      replaying: replaying || undefined,
    }
    await client.enter(this, {
      hello: { type: 'call_started', meeting: this.meetingId, ts: Date.now(), data },
      seq,
      missed: replaying ? eventsStore.after(this.meetingId, seq) : undefined,
    })
  }

  left(client: ClientConnection): void {
    const { clientId, userName } = client.caller
    if (this.#clients.remove(client)) {
      const { record } = this.options
      const reason = client.refusal?.reason
      this.#membersChanged = true
      if (this.#clients.size === 0) this.#life.emptied()
      this.#updateStatus()
      record.ledger('clientLeft', { name: userName, reason: reason ?? 'closed' })
      record.log('socketClosed', {
        client_id: clientId,
        code: client.closeCode,
        reason,
        open_ms: client.openMs,
      })
    }
    // It may not come back to send it again.
    this.#streams.flush(clientId)
  }

  positions(client: ClientConnection): Record<string, number> {
    return this.#streams.positions(client.caller.clientId)
  }

  audio(client: ClientConnection, frame: AudioFrame): boolean {
    if (!this.#acceptsSound) return true
    return this.#streams.receive(client, frame)
  }

  command(client: ClientConnection, command: HotwordCommand): void {
    const { type, source, call_id = '' } = command
    const { clientId, userName } = client.caller
    switch (type) {
      case 'ping':
        client.send({ type: 'pong', meeting: this.meetingId, ts: Date.now() })
        return
      case 'meeting_off_the_record':
        this.#offTheRecord.asked(client, command)
        return
      case 'meeting_on_the_record':
        this.#offTheRecord.askedToEnd(client, command)
        return
      case 'undo_call':
        // It may have been called long ago, or before this process had the meeting.
        if (!this.#eva.undo(call_id, userName))
          client.sendError(UNKNOWN_CALL, 'This call of EVA is not known any more.')
        return
      case 'share_microphone':
      case 'unshare_microphone': {
        const shared = type === 'share_microphone'
        if (this.#streams.shareMicrophone(clientId, shared))
          this.options.record.ledger('microphoneShared', { shared, by: userName })
        return
      }
      case 'enable_earmuffs':
      case 'disable_earmuffs':
        this.settings.setEarmuffs(type === 'enable_earmuffs', userName, source)
    }
  }

  highlightCreated(highlight: Highlight): void {
    this.#outbox.push({
      type: 'highlight_created',
      body: { data: highlight },
      durable: true,
      onSent: () => this.options.record.log('highlightSent', { count: 1 }),
    })
  }

  highlightDeleted(id: string): void {
    this.#outbox.push({ type: 'highlight_deleted', body: { data: { id } }, durable: true })
  }

  /** What another node was asked to say here. */
  announce(announcement: Announcement): void {
    this.#outbox.push(announcement)
  }

  sweep(now: number): void {
    if (this.#ending) return
    for (const client of this.#clients) client.sweep(now)
    void this.#announceMembers()
    this.#streams.rest()
    this.#release()
    this.#behind.look()
    this.#eva.tick(this.options.clock.ms)
  }

  #updateStatus(): void {
    const clients = this.#ending ? 0 : this.#clients.size
    this.#life.updateStatus({ clients, assistant: !this.settings.state.earmuffs })
  }

  /** For how long things were on is known to within the time since the last call, regardless of what happens to this process. */
  saveTimes(): Promise<void> {
    return this.#life.save()
  }

  closeSession(sessionId: string): void {
    for (const client of this.#clients)
      if (client.caller.sessionId === sessionId)
        client.refuse(new ConnectionRefusedError('session_ended', 'The session has ended'))
  }

  /** The meeting is over: reads and stores its last sound, drains recognition, announces the end and closes. */
  async end(reason: string): Promise<RoomEnd> {
    const { storeMs, drainMs } = this.options.limits
    this.#ending = true
    this.#updateStatus()
    await Promise.all(Array.from(this.#clients, client => client.readAll()))
    for (const client of this.#clients) client.flush()
    this.#acceptsSound = false
    // Words can be made later, of sound that is stored.
    await waitAtMost(storeMs, this.#streams.stored())
    await waitAtMost(drainMs, this.#streams.drain())
    await this.#announceEnd(reason)
    return { lengthMs: this.options.clock.ms, stored: this.#streams.close() }
  }

  /** The meeting is being deleted, whether it runs or ends. Resolves when nothing of it is being stored any more. */
  async discard(): Promise<void> {
    const wasEnding = this.#ending
    this.#ending = true
    this.#acceptsSound = false
    this.#streams.discard()
    const closed = this.#streams.close()
    if (wasEnding) this.#outbox.stop()
    else {
      this.#updateStatus()
      await this.#announceEnd('deleted')
    }
    await closed
  }

  /**
   * Another node goes on with the meeting. What was received is stored before `give` makes the other the owner, with what
   * of it has no text yet: the sockets stay open until then, and what clients send meanwhile they send again.
   */
  async handOver(give: () => Promise<void>): Promise<void> {
    this.#ending = true
    this.#leaving = 'moved'
    this.#acceptsSound = false
    // An open action item would be forgotten.
    this.#eva.end()
    await waitAtMost(HAND_OVER_MS, this.#streams.close())
    this.#updateStatus()
    await waitAtMost(
      HAND_OVER_MS,
      this.#outbox.flush().then(() => this.saveTimes()),
    )
    this.#outbox.stop()
    try {
      await give()
    } finally {
      this.#clients.refuse('moved', LEFT)
    }
  }

  /** This node stops, or has lost the meeting; the meeting goes on. */
  async leave(reason: LeaveReason): Promise<void> {
    this.#ending = true
    this.#leaving = reason
    this.#acceptsSound = false
    this.#updateStatus()
    this.#clients.refuse(reason, LEFT)
    await waitAtMost(STORE_MS, Promise.all([this.#outbox.flush(), this.#streams.close()]))
    this.#streams.discard()
    this.#outbox.stop()
    await this.saveTimes()
  }

  /** Discards what is neither stored nor announced yet. */
  discardPending(): void {
    this.#streams.discard()
    this.#outbox.stop()
  }

  /** The storage does not take its sound. */
  get isFailing(): boolean {
    return this.#streams.isFailing
  }

  async #announceEnd(reason: string): Promise<void> {
    this.#eva.end()
    this.#outbox.push({ type: 'call_ended', body: { data: { reason } }, durable: true })
    await this.#outbox.flush()
    this.#clients.refuse('call_ended', 'The meeting has ended')
    this.#outbox.stop()
    await this.saveTimes()
  }

  #callState(client: ClientConnection): CallState {
    return callState({
      mayGoOffTheRecord: this.#offTheRecord.mayAsk(client),
      nowMs: this.options.clock.ms,
      settings: this.settings,
      offTheRecord: this.options.offTheRecord,
      clients: this.#clients,
      streams: this.#streams,
      eva: this.#eva,
      behindMs: this.#behind.announcedMs,
    })
  }

  #handle(stream: LiveStream, event: AudioStreamEvent): void {
    switch (event.type) {
      case 'interim':
        this.#publisher.interim(event.result, stream)
        return
      case 'final':
        this.#publisher.final(event.result, stream, stream.traceFinal(event))
        return
      case 'dropped':
        this.#publisher.dropped(event.segmentId, stream)
        return
      case 'drained':
        this.#release()
        return
      case 'started':
        this.#life.joined(stream.record.name)
        return
      case 'recorded':
        this.#life.sounded('recording', stream.record.id, event)
        return
      case 'transcribed':
        this.#life.sounded('transcription', stream.record.id, event)
        return
      case 'speaker_started':
      case 'speaker_stopped':
      case 'microphone_changed':
        this.#outbox.push({ type: event.type, body: { data: speakerWire(stream) }, durable: false })
        return
      default:
        event satisfies never
    }
  }

  async #announceMembers(): Promise<void> {
    if (!this.#membersChanged) return
    this.#membersChanged = false
    await this.options.ledgerWritten()
    const connected = this.#clients.list()
    this.#outbox.push({ type: 'connected_changed', body: { data: { connected } }, durable: false })
  }

  #deliver({ seq, message, announcement }: NumberedAnnouncement): void {
    const json = JSON.stringify(message)
    const droppable = announcement.replaces !== undefined
    for (const client of this.#clients) client.deliver(json, seq, droppable)
  }

  #release(): void {
    this.#streams.release()
    for (const client of this.#clients) if (!this.#streams.isFull(client.caller.clientId)) client.release()
  }
}
