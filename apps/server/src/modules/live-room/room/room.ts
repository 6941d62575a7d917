import type { CallState, Highlight, HotwordCommand } from '@livetap/contract'
import { waitAtMost } from '../../../platform/wait-at-most'
import type { OffTheRecord } from '../../transcripts'
import type { AudioFrame } from '../connection/audio-frame'
import type { ClientConnection, ClientHost } from '../connection/client-connection'
import { ConnectionRefusedError } from '../connection/connection-refused-error'
import { RoomClients } from '../connection/room-clients'
import { Eva } from '../eva/eva'
import { LiveTranslator } from '../eva/live-translator'
import { type Announcement, type NumberedAnnouncement, Outbox } from '../outbox/outbox'
import { TranscriptPublisher } from '../outbox/transcript-publisher'
import { AudioStreams } from '../streams/audio-streams'
import type { LiveStream } from '../streams/live-stream'
import { RoomLife } from '../times/room-life'
import { callState, speakerWire } from './call-state'
import { announcementOnRecord } from './off-the-record'
import { RoomBehind } from './room-behind'
import { handleCommand } from './room-commands'
import { RoomEntrance } from './room-entrance'
import { RoomOffTheRecord } from './room-off-the-record'
import type { RoomOptions } from './room-options'
import { RoomSettings, type SettingsHost } from './room-settings'
import type { RoomView } from './room-view'

/** A node that stops waits so long for its database and its storage. */
const STORE_MS = 20_000

export interface RoomEnd {
  lengthMs: number
  /** Resolves when all sound of the meeting is stored, however long the storage stays away. */
  stored: Promise<void>
}

/** One running meeting on this node: who is in it, what is said, and what is announced. */
export class Room implements ClientHost, RoomView, SettingsHost {
  readonly meetingId: string
  readonly settings: RoomSettings
  readonly outbox: Outbox
  readonly offTheRecord: OffTheRecord[]
  readonly #clients = new RoomClients()
  readonly #entrance: RoomEntrance
  readonly #voices: AudioStreams
  readonly #eva: Eva
  readonly #offTheRecord: RoomOffTheRecord
  readonly #life: RoomLife
  readonly #behind: RoomBehind
  #ending = false
  /** Until the end of the call has read what was sent. */
  #acceptsSound = true

  constructor(readonly options: RoomOptions) {
    const { meeting, state, eventsStore, announcements } = options
    this.meetingId = meeting.id
    this.offTheRecord = options.offTheRecord
    this.#life = new RoomLife({ ...options, meetingId: meeting.id, nowMs: () => options.clock.ms })
    this.outbox = new Outbox({
      meetingId: meeting.id,
      reserve: count => eventsStore.reserve(meeting.id, count),
      commit: async announced => {
        // Numbers of the ledger follow the order of time.
        if (announced.ledger.length > 0) await options.ledgerKept()
        const { updatedAt } = await announcements.commit(meeting.id, announced)
        if (updatedAt) this.settings.written(updatedAt)
      },
      prepare: announcement => announcementOnRecord(announcement, this.offTheRecord),
      deliver: message => this.#deliver(message),
      onStuck: error => options.onStuck(error),
    })
    this.settings = new RoomSettings(this, state, meeting.language)
    this.#eva = new Eva({
      nowMs: () => this.clock.ms,
      isMuffled: () => this.settings.state.earmuffs,
      announce: announcement => this.outbox.push(announcement),
      highlight: highlight => publisher.highlight(highlight),
      removeHighlight: (id, by) => publisher.removeHighlight(id, by),
      setEarmuffs: (on, by) => this.settings.setEarmuffs(on, by),
      setChimes: (on, by) => this.settings.setChimes(on, by),
      // The sentence that asks is gone as well.
      offTheRecord: (ms, by, said) => {
        const askedBy = this.#voices.nameOf(said.streamId) ?? by
        const range = this.#offTheRecord.go({ startMs: said.startMs, endMs: said.endMs + ms, askedBy })
        return () => this.#offTheRecord.cancelOffTheRecord(range)
      },
    })
    const { settings, outbox, offTheRecord } = this
    const translator = new LiveTranslator({ ...options, meetingId: meeting.id, settings, outbox })
    const publisher = new TranscriptPublisher({
      outbox,
      settings,
      record: options.record,
      offTheRecord,
      eva: this.#eva,
      translator,
    })
    this.#voices = new AudioStreams(this, options, {
      recognized: (stream, event) => {
        switch (event.type) {
          case 'interim':
            publisher.interim(event.result, stream)
            return
          case 'final':
            publisher.final(event.result, stream)
            return
          case 'dropped':
            publisher.dropped(event.segmentId, stream)
            return
          case 'drained':
            this.#release()
            return
          default:
            event satisfies never
        }
      },
      speaking: stream =>
        this.#announceStream(stream, stream.speaking ? 'speaker_started' : 'speaker_stopped'),
      microphoneChanged: stream => this.#announceStream(stream, 'microphone_changed'),
      first: stream => this.#life.joined(stream.record.name),
    })
    this.#behind = new RoomBehind({
      measure: () => this.#voices.behindMs(clientId => this.#clients.waitingMs(clientId)),
      announce: behind_millis =>
        this.outbox.push({ type: 'behind_changed', body: { data: { behind_millis } }, durable: false }),
    })
    this.#offTheRecord = new RoomOffTheRecord({
      ...options,
      ranges: this.offTheRecord,
      voices: this.#voices,
      eva: this.#eva,
      outbox: this.outbox,
    })
    this.#entrance = new RoomEntrance({
      ...options,
      room: this,
      clients: this.#clients,
      voices: this.#voices,
      life: this.#life,
      callState: client => this.#callState(client),
      onChange: () => this.switched(),
    })
  }

  /** Takes up what an earlier process of this meeting left. */
  async open(): Promise<void> {
    await this.outbox.open()
    await this.#voices.load()
    // Who spoke in it before may come back to the middle of a sentence.
    for (const { record } of this.#voices.list()) this.#clients.expect(record.clientId)
  }

  get clock() {
    return this.options.clock
  }

  get record() {
    return this.options.record
  }

  get clientCount(): number {
    return this.#clients.size
  }

  get isEnding(): boolean {
    return this.#ending
  }

  isConnected(clientId: string): boolean {
    return this.#clients.isConnected(clientId)
  }

  isInterrupted(clientId: string): boolean {
    return this.#clients.isInterrupted(clientId)
  }

  get voiceCount(): number {
    return this.#voices.list().length
  }

  /** Resolves when the client has caught up. */
  join(client: ClientConnection, after: number | undefined): Promise<void> {
    return this.#entrance.join(client, after)
  }

  left(client: ClientConnection): void {
    this.#entrance.left(client)
    // It may not come back to send it again.
    this.#voices.flush(client.caller.clientId)
  }

  positions(client: ClientConnection): Record<string, number> {
    return this.#voices.positions(client.caller.clientId)
  }

  audio(client: ClientConnection, frame: AudioFrame): boolean {
    if (!this.#acceptsSound) return true
    return this.#voices.receive(client, frame)
  }

  command(client: ClientConnection, command: HotwordCommand): void {
    const { microphones } = this.#voices
    handleCommand(
      { room: this, eva: this.#eva, offTheRecord: this.#offTheRecord, microphones },
      client,
      command,
    )
  }

  highlightCreated(highlight: Highlight): void {
    this.outbox.push({
      type: 'highlight_created',
      body: { data: highlight },
      durable: true,
      onSent: () => this.record.log('highlightSent', { count: 1 }),
    })
  }

  highlightDeleted(id: string): void {
    this.outbox.push({ type: 'highlight_deleted', body: { data: { id } }, durable: true })
  }

  /** What another node was asked to say here. */
  announce(announcement: Announcement): void {
    this.outbox.push(announcement)
  }

  sweep(now: number): void {
    if (this.#ending) return
    for (const client of this.#clients) client.sweep(now)
    void this.#entrance.announceMembers()
    this.#voices.rest()
    this.#release()
    this.#behind.look()
    this.#eva.tick(this.clock.ms)
  }

  relisten(): void {
    this.#voices.relisten()
  }

  switched(): void {
    const { recording, transcription, earmuffs } = this.settings.state
    const clients = this.#ending ? 0 : this.#clients.size
    this.#life.updateStatus({ clients, recording, transcription, assistant: !earmuffs })
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
    this.switched()
    await Promise.all(Array.from(this.#clients, client => client.readAll()))
    for (const client of this.#clients) client.flush()
    this.#acceptsSound = false
    // Words can be made later, of sound that is stored.
    await waitAtMost(storeMs, this.#voices.stored())
    await waitAtMost(drainMs, this.#voices.drain())
    await this.#announceEnd(reason)
    return { lengthMs: this.clock.ms, stored: this.#voices.close() }
  }

  /** The meeting is being deleted, whether it runs or ends. Resolves when nothing of it is being stored any more. */
  async discard(): Promise<void> {
    const wasEnding = this.#ending
    this.#ending = true
    this.#acceptsSound = false
    this.#voices.discard()
    const closed = this.#voices.close()
    if (wasEnding) this.outbox.stop()
    else {
      this.switched()
      await this.#announceEnd('deleted')
    }
    await closed
  }

  /** This node stops, or has lost the meeting; the meeting goes on. */
  async leave(reason: 'shutting_down' | 'moved' | 'failed'): Promise<void> {
    this.#ending = true
    this.#acceptsSound = false
    this.switched()
    this.#clients.refuse(reason, 'This node no longer has the meeting')
    await waitAtMost(STORE_MS, Promise.all([this.outbox.flush(), this.#voices.close()]))
    this.#voices.discard()
    this.outbox.stop()
    await this.saveTimes()
  }

  /** Discards what is neither stored nor announced yet. */
  discardPending(): void {
    this.#voices.discard()
    this.outbox.stop()
  }

  /** The storage does not take its sound. */
  get isFailing(): boolean {
    return this.#voices.isFailing
  }

  async #announceEnd(reason: string): Promise<void> {
    this.#eva.end()
    this.outbox.push({ type: 'call_ended', body: { data: { reason } }, durable: true })
    await this.outbox.flush()
    this.#clients.refuse('call_ended', 'The meeting has ended')
    this.outbox.stop()
    await this.saveTimes()
  }

  #callState(client: ClientConnection): CallState {
    return callState({
      mayGoOffTheRecord: this.#offTheRecord.mayAsk(client),
      nowMs: this.clock.ms,
      settings: this.settings,
      offTheRecord: this.offTheRecord,
      clients: this.#clients,
      voices: this.#voices,
      eva: this.#eva,
      behindMs: this.#behind.announcedMs,
    })
  }

  #announceStream(
    stream: LiveStream,
    type: 'speaker_started' | 'speaker_stopped' | 'microphone_changed',
  ): void {
    this.outbox.push({ type, body: { data: speakerWire(stream) }, durable: false })
  }

  #deliver({ seq, message, announcement }: NumberedAnnouncement): void {
    const json = JSON.stringify(message)
    const droppable = announcement.replaces !== undefined
    for (const client of this.#clients) client.deliver(json, seq, droppable)
  }

  #release(): void {
    this.#voices.release()
    for (const client of this.#clients) if (!this.#voices.isFull(client.caller.clientId)) client.release()
  }
}
