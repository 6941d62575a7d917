import { randomBytes } from 'node:crypto'
import { SAMPLES_PER_MS, samplesToMs } from '@livetap/audio'
import type { OffTheRecord } from '../../transcripts'
import type { AudioFrame } from '../connection/audio-frame'
import type { ClientConnection } from '../connection/client-connection'
import type { RoomOptions } from '../room/room-options'
import type { RoomView } from '../room/room-view'
import type { LiveStream } from './live-stream'
import type { StreamRecord } from './live-streams.store'
import { Microphones } from './microphones'
import { splitPendingRanges } from './pending-ranges'
import { chunksOf, heldOf } from './stored-sound'
import { recoverStreams } from './stored-stream'
import { StreamFactory, type StreamListener } from './stream-factory'
import { StreamOwners } from './stream-owners'
import { StreamWriter } from './stream-writer'

export interface AudioStreamsListener extends StreamListener {
  /** A voice that was not there before. */
  first(stream: LiveStream): void
}

/** Every voice of a meeting, by client and csi. */
export class AudioStreams {
  readonly #streams = new Map<string, LiveStream>()
  readonly #owners: StreamOwners
  readonly microphones: Microphones
  readonly #notes: StreamWriter
  readonly #factory: StreamFactory

  constructor(
    private readonly room: RoomView,
    private readonly options: RoomOptions,
    private readonly listener: AudioStreamsListener,
  ) {
    this.#notes = new StreamWriter({ ...options, meetingId: room.meetingId })
    this.#factory = new StreamFactory(room, options, this.#notes, listener)
    this.#owners = new StreamOwners({
      limits: options.limits,
      streams: () => this.list(),
      isConnected: clientId => room.isConnected(clientId),
    })
    this.microphones = new Microphones({
      streams: () => this.list(),
      isConnected: clientId => room.isConnected(clientId),
      changed: stream => listener.microphoneChanged(stream),
    })
  }

  /** What an earlier process of this meeting held. */
  async load(): Promise<void> {
    const { streamsStore, storage, meeting, finalUntil } = this.options
    await recoverStreams(this.options, meeting.id)
    const before = await streamsStore.pendingRanges(meeting.id)
    for (const record of await streamsStore.list(meeting.id)) {
      const chunks = await chunksOf(storage, meeting.id, record.id)
      const { later, now } = splitPendingRanges({
        pending: before.get(record.id),
        finalUntilMs: finalUntil.get(record.id) ?? record.anchorMs,
        endMs: record.anchorMs + samplesToMs(heldOf(chunks).samples),
      })
      const isHeard = now && this.room.settings.state.transcription
      const ranges = now && !isHeard ? [...later, now] : later
      const stream = this.#factory.make({
        record,
        chunks,
        pendingRanges: ranges,
        ready: Promise.resolve(true),
        isOnlyOne: () => this.microphones.isOnlyOne(record),
      })
      await streamsStore.setPendingRanges(meeting.id, record.id, { ranges, isClosed: false })
      this.#streams.set(keyOf(record.clientId, record.csi), stream)
      this.room.clock.atLeast(stream.endMs)
      // A crash may have come before all of it was silenced.
      for (const range of this.room.offTheRecord) stream.forget(range)
      if (isHeard) stream.pushStored(now)
    }
  }

  /** One of this client's voices has to wait. */
  isFull(clientId: string): boolean {
    return this.list().some(stream => stream.record.clientId === clientId && stream.isFull)
  }

  /** Of the voice that is furthest behind, with what waits before it; undefined while none is known. */
  behindMs(waitingMs: (clientId: string) => number): number | undefined {
    let most: number | undefined
    for (const { record, behindMs } of this.#streams.values())
      if (behindMs !== undefined) most = Math.max(most ?? 0, behindMs + waitingMs(record.clientId))
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
      this.listener.microphoneChanged(stream)
      this.microphones.look()
    }
    return stream.receive(frame)
  }

  rest(): void {
    const { pauseMs, lostPauseMs } = this.options.limits
    for (const stream of this.#streams.values())
      stream.rest(pauseMs, this.room.isInterrupted(stream.record.clientId) ? lostPauseMs : pauseMs)
    this.microphones.look()
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
    await this.#notes.settled()
  }

  discard(): void {
    this.#notes.discard()
    for (const stream of this.list()) stream.discard()
  }

  #start(client: ClientConnection, frame: AudioFrame): LiveStream {
    const { clientId, userId } = client.caller
    const name = this.#owners.admit(client.caller)
    const record: StreamRecord = {
      id: randomBytes(8).toString('hex'),
      number: this.#streams.size + 1,
      clientId,
      userId,
      csi: frame.csi,
      name,
      anchorMs: Math.max(0, Math.round(this.room.clock.ms - frame.pcm.length / SAMPLES_PER_MS)),
      baseMs: frame.startMs ?? 0,
      shared: this.microphones.sharedSettingOf(clientId),
      voices: 1,
      unattributed: false,
    }
    const ready = this.#notes.introduce(record)
    const isOnlyOne = () => this.microphones.isOnlyOne(record)
    const stream = this.#factory.make({ record, chunks: [], pendingRanges: [], ready, isOnlyOne })
    this.listener.first(stream)
    this.room.record.ledger('streamStarted', {
      created_at: new Date().toISOString(),
      stream_id: record.id,
      csi: record.csi,
      name: record.name,
      anchor_millis: record.anchorMs,
    })
    return stream
  }
}

const keyOf = (clientId: string, csi: number) => `${clientId}/${csi}`
