import type { CallState, Highlight, HotwordCommand } from '@livetap/contract'
import { touches } from '@livetap/transcript'
import { waitAtMost } from '../../platform/wait-at-most'
import type { OffTheRecord } from '../past-data'
import type { AudioFrame } from './connection/audio-frame'
import type { ClientConnection, ClientHost } from './connection/client-connection'
import { clientKey } from './connection/client-key'
import { ConnectionRefusedError } from './connection/connection-refusal'
import { RoomClients } from './connection/room-clients'
import { Eva } from './eva/eva'
import { announcementOnRecord, durationMs } from './off-the-record'
import { type Announcement, type NumberedAnnouncement, Outbox } from './outbox/outbox'
import { TranscriptPublisher } from './outbox/transcript-publisher'
import type { RoomOptions } from './room-options'
import { RoomSettings, type SettingsHost } from './room-settings'
import type { RoomView } from './room-view'
import { AudioStreams } from './streams/audio-streams'
import type { LiveStream } from './streams/live-stream'
import { RoomLife } from './times/room-life'

/** A node that stops waits so long for its database and its storage. */
const STORE_MS = 20_000
/** A client that is cut off asks again when it is back, but nobody removes what was said long ago. */
const LONGEST_DELAY_MS = 120_000

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
  /** Somebody came or left; said at the next sweep, once for all. */
  #membersChanged = false
  readonly #voices: AudioStreams
  readonly #eva: Eva
  readonly #life: RoomLife
  #ending = false

  constructor(readonly options: RoomOptions) {
    const { meeting, state, eventsStore, announcements } = options
    this.meetingId = meeting.id
    this.offTheRecord = options.offTheRecord
    this.#life = new RoomLife({ ...options, meetingId: meeting.id, nowMs: () => options.clock.ms })
    this.outbox = new Outbox({
      meetingId: meeting.id,
      reserve: count => eventsStore.reserve(meeting.id, count),
      commit: async (messages, writes) => {
        const { updatedAt } = await announcements.commit(meeting.id, messages, writes)
        if (updatedAt) this.settings.written(updatedAt)
      },
      prepare: announcement => announcementOnRecord(announcement, this.offTheRecord),
      deliver: message => this.#deliver(message),
      onStuck: error => options.onStuck(error),
    })
    this.settings = new RoomSettings(this, state, meeting.language)
    this.#eva = new Eva({
      isMuffled: () => this.settings.state.earmuffs,
      announce: announcement => this.outbox.push(announcement),
      highlight: highlight => publisher.highlight(highlight),
      setEarmuffs: (on, by) => this.settings.setEarmuffs(on, by),
      setChimes: (on, by) => this.settings.setChimes(on, by),
      // The sentence that asks is gone as well.
      offTheRecord: (ms, by, said) =>
        this.goOffTheRecord({ startMs: said.startMs, endMs: said.endMs + ms }, by),
    })
    const publisher = new TranscriptPublisher(this, this.#eva, options.translator)
    this.#voices = new AudioStreams(this, options, {
      interim: heard => publisher.interim(heard),
      final: heard => publisher.final(heard),
      dropped: (id, stream) => publisher.dropped(id, stream),
      speaking: stream => this.#speaking(stream),
      first: stream => this.#life.heard(stream.record.name),
      drained: () => this.#release(),
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
  async join(client: ClientConnection, after: number | undefined): Promise<void> {
    if (this.#ending) return client.refuse(new ConnectionRefusedError('call_ended', 'The meeting has ended'))
    if (this.#clients.size >= client.limits.clientsPerMeeting)
      return client.refuse(new ConnectionRefusedError('too_many_messages', 'The meeting is full'))
    this.#clients.add(client)
    this.#membersChanged = true
    this.#voices.reconnected(client.caller.clientId)
    const { userName } = client.caller
    this.#life.entered(userName)
    this.switched()
    this.record.ledger('clientJoined', { name: userName, resumed: after !== undefined })
    const client_id = client.caller.clientId
    const cursor = after === undefined ? { resumed: false } : { resumed: true, after_seq: after }
    this.record.log('socketOpened', { client_id, ...cursor })
    const replaying = after !== undefined && after <= this.outbox.lastSeq
    const seq = replaying ? after : this.outbox.lastSeq
    const own_key = clientKey(client.caller.clientId)
    const data = { ...this.callState(), own_key, ...(replaying && { replaying }) }
    await client.enter(this, {
      hello: { type: 'call_started', meeting: this.meetingId, ts: Date.now(), data },
      seq,
      ...(replaying && { missed: this.options.eventsStore.after(this.meetingId, seq) }),
    })
  }

  left(client: ClientConnection): void {
    if (!this.#clients.remove(client)) return
    this.#membersChanged = true
    const reason = client.refusal?.reason ?? 'closed'
    if (this.#clients.size === 0) this.#life.emptied()
    this.switched()
    this.record.ledger('clientLeft', { name: client.caller.userName, reason })
    this.record.log('socketClosed', {
      client_id: client.caller.clientId,
      code: client.closeCode,
      ...(client.refusal && { reason: client.refusal.reason }),
      open_ms: client.openMs,
    })
  }

  positions(client: ClientConnection): Record<string, number> {
    return this.#voices.positions(client.caller.clientId)
  }

  audio(client: ClientConnection, frame: AudioFrame): boolean {
    if (this.#ending) return true
    return this.#voices.receive(client, frame) && !this.outbox.isFull
  }

  command(client: ClientConnection, command: HotwordCommand): void {
    const { type, duration, source } = command
    const by = client.caller.userName
    if (type === 'ping') {
      client.say({ type: 'pong', meeting: this.meetingId, ts: Date.now() })
      return
    }
    if (type === 'meeting_off_the_record') {
      const ms = durationMs(duration)
      if (ms === undefined)
        client.complain('bad_command', `duration: "${duration.slice(0, 20)}" is not a duration`)
      else this.#askedOffTheRecord(client, command, ms)
      return
    }
    this.settings.setEarmuffs(type === 'enable_earmuffs', by, source)
  }

  /**
   * Nothing of what was captured in the range is kept, neither sound nor words, wherever it is by now: on its way, in
   * the engine, announced or stored. What was captured before it stays.
   */
  goOffTheRecord(range: OffTheRecord, by: string): void {
    const whole = { ...range, startMs: Math.round(range.startMs), endMs: Math.round(range.endMs) }
    const times = { from_millis: whole.startMs, until_millis: whole.endMs }
    this.offTheRecord.push(whole)
    this.#voices.forget(whole)
    this.#eva.forget(whole)
    this.outbox.discard(announcement => isHighlightIn(announcement, whole))
    const { commandId } = whole
    this.outbox.push({
      type: 'off_the_record',
      body: { data: { ...times, ...(commandId && { command_id: commandId }) } },
      durable: true,
      write: { kind: 'off_the_record', range: whole, by },
    })
    this.record.ledger('offTheRecord', { ...times, by })
  }

  /** From where the client's own sound stood when it asked; a command that comes again is obeyed once. */
  #askedOffTheRecord(
    client: ClientConnection,
    { id, at_millis, age_millis }: HotwordCommand,
    ms: number,
  ): void {
    if (id !== undefined && this.offTheRecord.some(range => range.commandId === id)) return
    const nowMs = this.clock.ms
    const askedMs = this.#voices.captureMs(client, at_millis) ?? nowMs - (age_millis ?? 0)
    const startMs = Math.max(0, nowMs - LONGEST_DELAY_MS, askedMs)
    this.goOffTheRecord(
      { startMs, endMs: startMs + ms, ...(id && { commandId: id }) },
      client.caller.userName,
    )
  }

  highlightCreated(highlight: Highlight): void {
    this.outbox.push({
      type: 'highlight_created',
      body: { data: highlight },
      durable: true,
      said: () => this.record.log('highlightSent', { count: 1 }),
    })
  }

  highlightDeleted(id: string): void {
    this.outbox.push({ type: 'highlight_deleted', body: { data: { id } }, durable: true })
  }

  /** What another node was asked to say here. */
  announce(announcement: Announcement): void {
    this.outbox.push(announcement)
  }

  callState(): CallState {
    const { state, language } = this.settings
    const nowMs = this.clock.ms
    const until = Math.max(0, ...this.offTheRecord.map(range => range.endMs))
    return {
      clock_millis: nowMs,
      language_code: language,
      earmuffs: state.earmuffs,
      chimes: state.chimes,
      recording: state.recording,
      transcription: state.transcription,
      action_item_open: this.#eva.actionItemOpen,
      ...(until > nowMs && { off_the_record_until_millis: Math.round(until) }),
      connected: this.#clients.list(),
      translations: this.settings.translations,
      speakers: this.#voices.list().map(stream => ({ ...speakerWire(stream), speaking: stream.speaking })),
    }
  }

  sweep(now: number): void {
    if (this.#ending) return
    for (const client of this.#clients) client.sweep(now)
    this.#sayWhoIsThere()
    this.#voices.rest()
    this.#release()
    this.#eva.tick(this.clock.ms)
  }

  relisten(): void {
    this.#voices.relisten()
  }

  switched(): void {
    const { recording, transcription, earmuffs } = this.settings.state
    const clients = this.#ending ? 0 : this.#clients.size
    this.#life.stands({ clients, recording, transcription, assistant: !earmuffs })
  }

  /** For how long things were on is known to within the time since the last call, whatever happens to this process. */
  saveTimes(): Promise<void> {
    return this.#life.save()
  }

  closeSession(sessionId: string): void {
    for (const client of this.#clients)
      if (client.caller.sessionId === sessionId)
        client.refuse(new ConnectionRefusedError('session_ended', 'The session has ended'))
  }

  /** The meeting is over: last words, then the news, then nothing. */
  async end(reason: string, lastWordsMs: number): Promise<RoomEnd> {
    for (const client of this.#clients) client.giveAll()
    this.#ending = true
    this.switched()
    await waitAtMost(lastWordsMs, this.#voices.lastWords())
    this.#eva.end()
    this.outbox.push({ type: 'call_ended', body: { data: { reason } }, durable: true })
    await this.outbox.flush()
    this.#clients.refuse('call_ended', 'The meeting has ended')
    this.outbox.stop()
    await this.saveTimes()
    return { lengthMs: this.clock.ms, stored: this.#voices.close() }
  }

  /** This node stops, or has lost the meeting; the meeting goes on. */
  async leave(reason: 'shutting_down' | 'moved' | 'failed'): Promise<void> {
    this.#ending = true
    this.switched()
    this.#clients.refuse(reason, 'This node no longer has the meeting')
    await waitAtMost(STORE_MS, Promise.all([this.outbox.flush(), this.#voices.close()]))
    this.#voices.giveUp()
    this.outbox.stop()
    await this.saveTimes()
  }

  /** What is not stored by now is given up. */
  giveUp(): void {
    this.#voices.giveUp()
  }

  #sayWhoIsThere(): void {
    if (!this.#membersChanged) return
    this.#membersChanged = false
    const connected = this.#clients.list()
    this.outbox.push({ type: 'connected_changed', body: { data: { connected } }, durable: false })
  }

  #speaking(stream: LiveStream): void {
    const type = stream.speaking ? 'speaker_started' : 'speaker_stopped'
    this.outbox.push({ type, body: { data: speakerWire(stream) }, durable: false })
  }

  #deliver({ seq, message, announcement }: NumberedAnnouncement): void {
    const json = JSON.stringify(message)
    const droppable = announcement.replaces !== undefined
    for (const client of this.#clients) client.deliver(json, seq, droppable)
  }

  #release(): void {
    if (this.outbox.isFull) return
    for (const client of this.#clients) if (!this.#voices.isFull(client.caller.clientId)) client.release()
  }
}

const isHighlightIn = ({ type, body }: Announcement, range: OffTheRecord): boolean => {
  if (type !== 'highlight_created') return false
  const { start_millis: startMs, end_millis: endMs } = (body as { data: Highlight }).data
  return touches({ startMs, endMs }, [range])
}

const speakerWire = ({ record }: LiveStream) => ({
  csi: record.csi,
  stream_id: record.id,
  name: record.name,
  client_key: clientKey(record.clientId),
})
