import { randomBytes } from 'node:crypto'
import { msToSamples, SAMPLES_PER_MS, samplesToMs } from '@livetap/audio'
import type { TimeRange } from '@livetap/transcript'
import { faultName } from '../../../platform/fault-name'
import type { OffTheRecord } from '../../past-data'
import type { AudioFrame } from '../connection/audio-frame'
import type { ClientConnection } from '../connection/client-connection'
import { silenceOffTheRecord } from '../off-the-record'
import type { RoomOptions } from '../room-options'
import type { RoomView } from '../room-view'
import type { HeardResult } from './heard-result'
import { LiveStream } from './live-stream'
import type { StreamRecord } from './live-streams.store'
import { recognitionHints } from './recognition-hints'
import { SoundStore } from './sound-store'
import { splitUnheard } from './split-unheard'
import { chunksOf, readSound, type SoundChunk } from './stored-sound'
import { StreamOwners } from './stream-owners'
import { VoiceMeter } from './voice-meter'
import { VoiceRecognizer } from './voice-recognizer'

export interface AudioStreamsListener {
  interim(heard: HeardResult): void
  final(heard: HeardResult): void
  dropped(id: string, stream: LiveStream): void
  speaking(stream: LiveStream): void
  /** A voice that was not there before. */
  first(stream: LiveStream): void
  drained(): void
}

const RETRY_MS = 500

/** Every voice of a meeting, by client and csi. */
export class AudioStreams {
  readonly #streams = new Map<string, LiveStream>()
  readonly #owners: StreamOwners
  #engineStarted = false
  #givenUp = false

  constructor(
    private readonly room: RoomView,
    private readonly options: RoomOptions,
    private readonly listener: AudioStreamsListener,
  ) {
    this.#owners = new StreamOwners({
      limits: options.limits,
      streams: () => this.list(),
      isConnected: clientId => room.isConnected(clientId),
    })
  }

  /** What an earlier process of this meeting held. */
  async load(): Promise<void> {
    const { streamsStore, storage, meeting, saidUntil } = this.options
    const before = await streamsStore.unheard(meeting.id)
    for (const record of await streamsStore.list(meeting.id)) {
      const chunks = await chunksOf(storage, meeting.id, record.id)
      const { later, now } = splitUnheard({
        unheard: before.get(record.id),
        saidUntilMs: saidUntil.get(record.id) ?? record.anchorMs,
        endMs: record.anchorMs + samplesToMs(heldOf(chunks).samples),
      })
      const isHeard = now && this.room.settings.state.transcription
      const ranges = now && !isHeard ? [...later, now] : later
      const stream = this.#make(record, chunks, Promise.resolve(), ranges)
      await streamsStore.setUnheard(meeting.id, record.id, { ranges, isClosed: false })
      this.#streams.set(keyOf(record.clientId, record.csi), stream.stream)
      this.room.clock.atLeast(stream.stream.endMs)
      // A crash may have come before all of it was silenced.
      for (const range of this.room.offTheRecord) stream.stream.forget(range)
      if (isHeard) await this.#hearAgain(stream, chunks, now)
    }
  }

  /** One of this client's voices has to wait. */
  isFull(clientId: string): boolean {
    return this.list().some(stream => stream.record.clientId === clientId && stream.isFull)
  }

  list(): LiveStream[] {
    return [...this.#streams.values()]
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
    }
    return stream.receive(frame)
  }

  rest(): void {
    const { pauseMs, lostPauseMs } = this.options.limits
    for (const stream of this.#streams.values())
      stream.rest(pauseMs, this.room.isInterrupted(stream.record.clientId) ? lostPauseMs : pauseMs)
  }

  relisten(): void {
    for (const stream of this.#streams.values()) stream.relisten()
  }

  forget(range: OffTheRecord): void {
    for (const stream of this.#streams.values()) stream.forget(range)
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
    const [latest] = own.sort((a, b) => b.lastPacketAt - a.lastPacketAt)
    if (!latest) return undefined
    const streamMs = atMs ?? sentUntilMs
    return streamMs === undefined ? latest.endMs + waitingMs : latest.clockMsOf(streamMs)
  }

  async lastWords(): Promise<void> {
    await Promise.all(this.list().map(stream => stream.lastWords()))
  }

  async close(): Promise<void> {
    await Promise.all(this.list().map(stream => stream.close()))
  }

  giveUp(): void {
    this.#givenUp = true
    for (const stream of this.list()) stream.giveUp()
  }

  #start(client: ClientConnection, frame: AudioFrame): LiveStream {
    const { clientId } = client.caller
    const name = this.#owners.admit(client.caller)
    const record: StreamRecord = {
      id: randomBytes(8).toString('hex'),
      number: this.#streams.size + 1,
      clientId,
      csi: frame.csi,
      name,
      anchorMs: Math.max(0, Math.round(this.room.clock.ms - frame.pcm.length / SAMPLES_PER_MS)),
      baseMs: frame.startMs ?? 0,
    }
    let known = () => {}
    const ready = new Promise<void>(resolve => {
      known = resolve
    })
    const { stream } = this.#make(record, [], ready)
    void this.#introduce(stream).finally(known)
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

  /** Without it nobody would find the stream's sound, so it is tried until the database takes it. */
  async #introduce(stream: LiveStream): Promise<void> {
    await this.#insist(() => this.#note(stream))
  }

  async #insist(action: () => Promise<void>): Promise<void> {
    while (!this.#givenUp) {
      try {
        return await action()
      } catch (error) {
        this.options.log.warn({ meeting: this.room.meetingId, err: error }, 'recording a stream failed')
        await new Promise(resolve => setTimeout(resolve, RETRY_MS).unref())
      }
    }
  }

  async #noteUnheard(streamId: string, ranges: readonly TimeRange[]): Promise<void> {
    const { streamsStore } = this.options
    await this.#insist(() =>
      streamsStore.setUnheard(this.room.meetingId, streamId, { ranges, isClosed: true }),
    )
  }

  /** A voice that is new, with its name for the past view. */
  async #note({ record }: LiveStream): Promise<void> {
    const { streamsStore, speakerNames } = this.options
    await streamsStore.add(this.room.meetingId, record)
    await speakerNames.rename(this.room.meetingId, String(record.number), record.name, record.name)
  }

  #make(
    record: StreamRecord,
    chunks: readonly SoundChunk[],
    ready: Promise<void>,
    unheard: readonly TimeRange[] = [],
  ) {
    const { room, options, listener } = this
    const recognizer = new VoiceRecognizer(
      {
        engines: options.engines,
        engine: options.engine,
        name: record.id,
        recognition: () => ({
          languageCode: room.settings.language,
          ensemble: options.meeting.enableEnsemble,
          hints: recognitionHints(room.settings.state.customPhrases),
        }),
        listener: {
          opened: elapsedMs => this.#started(elapsedMs),
          interim: (id, result) => listener.interim({ id, result, stream }),
          final: (id, result) => listener.final({ id, result, stream }),
          dropped: id => listener.dropped(id, stream),
          drained: () => {
            stream.engineDrained()
            listener.drained()
          },
          failed: error => {
            options.log.warn({ meeting: room.meetingId, reason: error.reason }, 'recognition failed')
            room.record.log('engineRefused', { engine: options.engine, reason: error.reason })
            room.record.ledger('recognitionFailed', { reason: error.reason, message: error.message })
            room.outbox.push({
              type: 'error',
              body: { data: { code: `recognition_${error.reason}`, description: error.message } },
              durable: false,
            })
          },
        },
      },
      unheard,
    )
    const sound = new SoundStore({
      storage: options.storage,
      meetingId: room.meetingId,
      streamId: record.id,
      chunks,
      ready,
      onFailure: (error, isFirst) => {
        options.log.warn({ meeting: room.meetingId, err: error }, 'audio buffered: storage unavailable')
        if (isFirst) room.record.log('storageRetried', { reason: faultName(error) })
      },
    })
    const stream: LiveStream = new LiveStream({
      record,
      clock: room.clock,
      recognizer,
      sound,
      meter: new VoiceMeter(),
      held: heldOf(chunks),
      offTheRecord: room.offTheRecord,
      keeps: () => room.settings.state,
      noteUnheard: ranges => this.#noteUnheard(record.id, ranges),
      onSpeaking: speaking => listener.speaking(speaking),
    })
    return { stream, recognizer }
  }

  #started(elapsedMs: number): void {
    if (this.#engineStarted) return
    this.#engineStarted = true
    const { record } = this.room
    const { engine, pod } = this.options
    record.log('engineStarted', { elapsedMs: Math.round(elapsedMs), engine })
    record.log('livePodName', { pod_name: pod })
    record.log('imageName', { image_name: `livetap-${engine}` })
  }

  async #hearAgain(
    { stream, recognizer }: { stream: LiveStream; recognizer: VoiceRecognizer },
    chunks: readonly SoundChunk[],
    { startMs, endMs }: TimeRange,
  ): Promise<void> {
    const placeOf = (ms: number) => msToSamples(ms - stream.record.anchorMs)
    const pcm = await readSound(this.options.storage, chunks, placeOf(startMs), placeOf(endMs))
    silenceOffTheRecord(pcm, startMs, this.room.offTheRecord)
    recognizer.hear(startMs, pcm)
  }
}

const keyOf = (clientId: string, csi: number) => `${clientId}/${csi}`

function heldOf(chunks: readonly SoundChunk[]): { samples: number; silence: number } {
  let end = 0
  let silence = 0
  for (const { start, samples } of chunks) {
    silence += Math.max(0, start - end)
    end = Math.max(end, start + samples)
  }
  return { samples: end, silence }
}
