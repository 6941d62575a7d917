import { randomBytes } from 'node:crypto'
import { SAMPLES_PER_MS, samplesToMs } from '@livetap/audio'
import type { SpeechError } from '@livetap/speech'
import type { OffTheRecord } from '../../transcripts'
import type { AudioFrame } from '../connection/audio-frame'
import type { Caller, ClientConnection } from '../connection/client-connection'
import { ConnectionRefusedError } from '../connection/connection-refused-error'
import type { RoomClients } from '../connection/room-clients'
import type { Outbox } from '../outbox/outbox'
import type { RoomOptions } from '../room/room-options'
import type { RoomSettings } from '../room/room-settings'
import { earlierLines } from './earlier-lines'
import { LiveStream, type LiveStreamEvent, type LiveStreamOptions, type StreamState } from './live-stream'
import type { StreamRecord } from './live-streams.store'
import { splitPendingRanges } from './pending-ranges'
import { PeopleHeard } from './people-heard'
import { chunksOf, type SoundChunk, storedLength } from './stored-sound'
import { recoverStreams } from './stored-stream'
import { StreamWriter } from './stream-writer'

type Shared =
  | 'meeting'
  | 'lease'
  | 'leases'
  | 'clock'
  | 'limits'
  | 'streamsStore'
  | 'speakerNames'
  | 'storage'
  | 'engines'
  | 'engine'
  | 'pod'
  | 'record'
  | 'tracing'
  | 'log'
  | 'announced'

export interface AudioStreamsOptions extends Pick<RoomOptions, Shared> {
  settings: RoomSettings
  outbox: Outbox
  clients: RoomClients
  offTheRecord: readonly OffTheRecord[]
  on: (stream: LiveStream, event: AudioStreamEvent) => void
}

/** What becomes of the voices of a meeting, beside the state of the engine. */
export type AudioStreamEvent =
  | Exclude<LiveStreamEvent, { type: 'opened' | 'failed' }>
  /** A voice that was not there before. */
  | { type: 'started' }

/** Positions on the client's clock that are this near to each other follow each other. */
const JITTER_MS = 20

/** Every voice of a meeting, by client and csi. */
export class AudioStreams {
  readonly #streams = new Map<string, LiveStream>()
  readonly #writer: StreamWriter
  /** What all streams share. */
  readonly #shared: LiveStreamOptions
  /** Who was heard, by the number of the person whose microphone it is. */
  readonly #people = new Map<number, PeopleHeard>()
  /** Who a client is; of this process's own clients. */
  readonly #callers = new Map<string, Caller>()
  /** Whether several people share the microphone of a client, where a user said so. */
  readonly #sharedSettings = new Map<string, boolean>()
  #engineStarted = false

  constructor(private readonly options: AudioStreamsOptions) {
    const { meeting } = options
    this.#writer = new StreamWriter(options)
    this.#shared = {
      ...options,
      meetingId: meeting.id,
      writer: this.#writer,
      isEnsemble: meeting.enableEnsemble,
    }
  }

  /** What an earlier process of this meeting stored. */
  async load(): Promise<void> {
    const { streamsStore, storage, meeting, announced, settings, clock, offTheRecord } = this.options
    const { lease, leases } = this.options
    await recoverStreams(this.options, meeting.id)
    const before = await streamsStore.pendingRanges(meeting.id)
    const records = await streamsStore.list(meeting.id)
    const stored = new Map<StreamRecord, SoundChunk[]>()
    for (const record of records) stored.set(record, await chunksOf(storage, meeting.id, record.id))
    for (const { speaker } of records) this.#rememberPeople(speaker, stored)
    for (const [record, chunks] of stored) {
      const finalUntilMs = announced.get(record.id)?.untilMs ?? record.anchorMs
      const { later, now } = splitPendingRanges({
        pending: before.get(record.id),
        finalUntilMs,
        endMs: record.anchorMs + samplesToMs(storedLength(chunks).samples),
      })
      const isRecognized = now && settings.state.transcription
      const ranges = now && !isRecognized ? [...later, now] : later
      const stream = this.#make({
        record,
        chunks,
        pendingRanges: ranges,
        finalUntilMs,
        ready: Promise.resolve(true),
      })
      await leases.write(lease, tx =>
        streamsStore.within(tx).setPendingRanges(meeting.id, record.id, { ranges, isClosed: false }),
      )
      this.#streams.set(keyOf(record.clientId, record.csi), stream)
      clock.atLeast(stream.endMs)
      // A crash may have come before all of it was silenced.
      for (const range of offTheRecord) stream.forget(range)
      if (isRecognized) stream.pushStored(now)
    }
  }

  /** One of this client's voices has to wait. */
  isFull(clientId: string): boolean {
    return this.list().some(stream => stream.record.clientId === clientId && stream.isFull)
  }

  /** Of the voice that is furthest behind, with what waits before it; undefined while none is known. */
  get behindMs(): number | undefined {
    const { clients } = this.options
    let most: number | undefined
    for (const { record, behindMs } of this.#streams.values())
      if (behindMs !== undefined) most = Math.max(most ?? 0, behindMs + clients.waitingMs(record.clientId))
    return most
  }

  list(): LiveStream[] {
    return [...this.#streams.values()]
  }

  /** Whose microphone it is. */
  nameOf(streamId: string): string | undefined {
    return this.list().find(({ record }) => record.id === streamId)?.record.name
  }

  /** A user who speaks in the meeting, or did; a page that was loaded again is the same user. */
  hasMicrophoneOf(userId: string): boolean {
    return this.list().some(({ record }) => record.userId === userId)
  }

  positions(clientId: string): Record<string, number> {
    const positions: Record<string, number> = {}
    for (const { record, receivedMs } of this.#streams.values())
      if (record.clientId === clientId) positions[record.csi] = receivedMs
    return positions
  }

  reconnected(clientId: string): void {
    for (const stream of this.#streams.values()) if (stream.record.clientId === clientId) stream.reconnected()
  }

  receive(client: ClientConnection, frame: AudioFrame): boolean {
    const key = keyOf(client.caller.clientId, frame.csi)
    let stream = this.#streams.get(key)
    if (!stream) {
      stream = this.#start(client, frame)
      this.#streams.set(key, stream)
      this.options.on(stream, { type: 'microphone_changed' })
      this.#checkMicrophones()
    }
    return stream.receive(frame)
  }

  rest(): void {
    const { clients, limits } = this.options
    const { pauseMs, lostPauseMs } = limits
    for (const stream of this.#streams.values())
      stream.rest(pauseMs, clients.isInterrupted(stream.record.clientId) ? lostPauseMs : pauseMs)
    this.#checkMicrophones()
  }

  /** The owner of a microphone says whether several people share it; false where that is known. */
  shareMicrophone(clientId: string, isShared: boolean): boolean {
    if (this.#sharedSettingOf(clientId) === isShared) return false
    this.#sharedSettings.set(clientId, isShared)
    for (const { record, microphone } of this.#streams.values())
      if (record.clientId === clientId) microphone.share(isShared)
    this.#checkMicrophones()
    return true
  }

  relisten(): void {
    for (const stream of this.#streams.values()) stream.relisten()
  }

  forget(range: OffTheRecord): void {
    for (const stream of this.#streams.values()) stream.forget(range)
  }

  /** The range that was forgotten ends earlier: what comes behind it is kept. */
  shorten(range: OffTheRecord, endMs: number): void {
    for (const stream of this.#streams.values()) stream.shorten(range, endMs)
  }

  /**
   * What the client captures at this moment, on the meeting's clock: `atMs` says it on the client's own clock; without it
   * everything counts that the client has sent. Undefined for a client without sound.
   */
  captureMs(
    { caller, waitingMs, sentUntilMs }: ClientConnection,
    atMs: number | undefined,
  ): number | undefined {
    const own = this.list().filter(({ record }) => record.clientId === caller.clientId)
    const [latest] = own.sort((a, b) => a.idleMs - b.idleMs)
    if (!latest) return undefined
    const streamMs = atMs ?? sentUntilMs
    return streamMs === undefined ? latest.endMs + waitingMs : latest.clockMsOf(streamMs)
  }

  /** Recognition goes on where it was held up. */
  release(): void {
    for (const stream of this.#streams.values()) stream.release()
  }

  /** Resolves when all sound so far is stored. */
  async stored(): Promise<void> {
    await Promise.all(this.list().map(stream => stream.stored()))
  }

  /** The storage does not take the sound of the meeting. */
  get isFailing(): boolean {
    return this.list().some(stream => stream.isFailing)
  }

  /** Starts to store what a client has sent. */
  flush(clientId: string): void {
    for (const stream of this.#streams.values()) if (stream.record.clientId === clientId) stream.flush()
  }

  async drain(): Promise<void> {
    await Promise.all(this.list().map(stream => stream.drain()))
  }

  async close(): Promise<void> {
    await Promise.all(this.list().map(stream => stream.close()))
    await this.#writer.settled()
  }

  discard(): void {
    this.#writer.discard()
    for (const stream of this.list()) stream.discard()
  }

  /** Whom a process before this one heard at the microphone of a person, at any of their streams. */
  #rememberPeople(speaker: number, stored: ReadonlyMap<StreamRecord, readonly SoundChunk[]>): void {
    if (this.#people.has(speaker)) return
    const { storage, announced } = this.options
    const own = [...stored].filter(([record]) => record.speaker === speaker)
    const spoken = own.map(([record, chunks]) => ({
      record,
      chunks,
      lines: announced.get(record.id)?.lines ?? [],
    }))
    const count = Math.max(1, ...own.map(([{ voices }]) => voices))
    this.#people.set(speaker, new PeopleHeard({ count, earlier: earlierLines(storage, spoken) }))
  }

  #peopleOf(speaker: number): PeopleHeard {
    const people = this.#people.get(speaker) ?? new PeopleHeard({ count: 1 })
    this.#people.set(speaker, people)
    return people
  }

  #start(client: ClientConnection, frame: AudioFrame): LiveStream {
    const { clock, record: events, tracing, meeting } = this.options
    const { clientId, userId } = client.caller
    this.#assertFree(client.caller)
    this.#callers.set(clientId, client.caller)
    const attributes = { 'livetap.meeting': meeting.id, 'livetap.csi': frame.csi }
    const span = tracing.start('live stream', { parent: client.traceparent, attributes })
    const number = this.#streams.size + 1
    const before = this.#continuedBy(client.caller, frame)?.record
    const speaker = before?.speaker ?? number
    const record: StreamRecord = {
      id: randomBytes(8).toString('hex'),
      number,
      speaker,
      clientId,
      userId,
      csi: frame.csi,
      name: before?.name ?? this.#freeName(client.caller),
      anchorMs: Math.max(0, Math.round(clock.ms - frame.pcm.length / SAMPLES_PER_MS)),
      baseMs: frame.startMs ?? 0,
      shared: this.#sharedSettingOf(clientId) ?? before?.shared ?? null,
      voices: this.#peopleOf(speaker).count,
      unattributed: false,
      traceparent: span.traceparent ?? null,
    }
    span.set({ 'livetap.stream': record.id })
    const ready = this.#writer.introduce(record)
    // Until it is known to other nodes.
    void ready.then(() => span.end())
    const stream = this.#make({ record, chunks: [], pendingRanges: [], ready })
    this.options.on(stream, { type: 'started' })
    events.ledger('streamStarted', {
      created_at: new Date().toISOString(),
      stream_id: record.id,
      csi: record.csi,
      name: record.name,
      anchor_millis: record.anchorMs,
    })
    return stream
  }

  #make(state: Omit<StreamState, 'isOnlyOne' | 'people'>): LiveStream {
    const isOnlyOne = () => this.#isOnlyMicrophone(state.record)
    const people = this.#peopleOf(state.record.speaker)
    const stream: LiveStream = new LiveStream(this.#shared, { ...state, isOnlyOne, people }, event =>
      this.#handle(stream, event),
    )
    return stream
  }

  #handle(stream: LiveStream, event: LiveStreamEvent): void {
    if (event.type === 'opened') this.#engineOpened(event.elapsedMs)
    else if (event.type === 'failed') this.#recognitionFailed(event.error)
    else this.options.on(stream, event)
  }

  /** Recorded once per meeting, regardless of which voice comes first. */
  #engineOpened(elapsedMs: number): void {
    if (this.#engineStarted) return
    this.#engineStarted = true
    const { record, engine, pod } = this.options
    record.log('engineStarted', { elapsedMs: Math.round(elapsedMs), engine })
    record.log('livePodName', { pod_name: pod })
    record.log('imageName', { image_name: `livetap-${engine}` })
  }

  #recognitionFailed({ recordedReason: reason, message }: SpeechError): void {
    const { meeting, engine, record, outbox, log } = this.options
    log.warn({ meeting: meeting.id, reason }, 'recognition failed')
    record.log('engineRefused', { engine, reason })
    outbox.push({
      type: 'error',
      body: { data: { code: `recognition_${reason}`, description: message } },
      durable: false,
      ledger: { event: 'recognitionFailed', fields: { reason, message } },
    })
  }

  /** Only streams with sound count: neither a page that is gone nor one that is silent keeps others out. */
  #assertFree({ clientId, userId }: Caller): void {
    const { limits, clients } = this.options
    const busy = this.list().filter(
      ({ record, idleMs }) => clients.isConnected(record.clientId) && idleMs < limits.idleStreamMs,
    )
    const own = busy.filter(({ record }) => record.clientId === clientId)
    const ofUser = busy.filter(({ record }) => this.#callers.get(record.clientId)?.userId === userId)
    if (
      own.length >= limits.streamsPerClient ||
      ofUser.length >= limits.streamsPerUser ||
      busy.length >= limits.streamsPerMeeting
    )
      throw new ConnectionRefusedError('bad_message', 'csi: there are too many streams')
  }

  /**
   * The last stream of the person whose sound this is: someone who loaded the page again, signed in again or set another
   * csi stays one speaker. Two clients of one user that are there at once are two, and so are two csis of one client that
   * speak at the same time: a user may be a gateway of several people.
   */
  #continuedBy({ clientId, userId, userName }: Caller, { startMs }: AudioFrame): LiveStream | undefined {
    const { clients } = this.options
    const isOver = ({ record, receivedMs }: LiveStream) =>
      record.clientId === clientId
        ? startMs !== undefined && startMs >= receivedMs - JITTER_MS
        : !clients.isConnected(record.clientId)
    const own = this.list().filter(
      ({ record }) =>
        (record.userId === userId && isNameOf(record.name, userName)) || record.clientId === clientId,
    )
    const bySpeaker = (speaker: number) => own.filter(({ record }) => record.speaker === speaker)
    return own.findLast(({ record }) => bySpeaker(record.speaker).every(isOver))
  }

  /** 'ann', and 'ann (2)' for another person of that name, or another client of hers. */
  #freeName({ clientId, userName }: Caller): string {
    const isFree = (name: string) =>
      this.list().every(({ record }) => record.name !== name || record.clientId === clientId)
    for (let number = 1; ; number++) {
      const name = number === 1 ? userName : `${userName} (${number})`
      if (isFree(name)) return name
    }
  }

  #sharedSettingOf(clientId: string): boolean | null {
    const before = this.list().find(({ record }) => record.clientId === clientId)
    return this.#sharedSettings.get(clientId) ?? before?.record.shared ?? null
  }

  /** No other participant has one; what the same person left behind by loading the page again does not count. */
  #isOnlyMicrophone({ clientId, userId }: StreamRecord): boolean {
    return this.list().every(
      ({ record: other }) =>
        other.clientId === clientId ||
        (other.userId === userId && !this.options.clients.isConnected(other.clientId)),
    )
  }

  /** People come and go. The current sentence is recognised to its end as it began. */
  #checkMicrophones(): void {
    for (const stream of this.#streams.values()) {
      if (!stream.microphone.hasChanged()) continue
      stream.relistenInPause()
      this.options.on(stream, { type: 'microphone_changed' })
    }
  }
}

/** Also the one that it got beside others. */
const isNameOf = (name: string, userName: string) => name === userName || name.startsWith(`${userName} (`)

const keyOf = (clientId: string, csi: number) => `${clientId}/${csi}`
