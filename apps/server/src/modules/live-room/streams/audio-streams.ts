import { randomBytes } from 'node:crypto'
import { SAMPLES_PER_MS } from '@livetap/audio'
import type { RecognitionResult } from '@livetap/speech'
import type { AudioFrame } from '../connection/audio-frame'
import type { ClientConnection } from '../connection/client-connection'
import { ConnectionRefusedError } from '../connection/connection-refusal'
import type { Said } from '../eva/eva'
import type { StreamRecord } from '../live.store'
import type { RoomOptions } from '../room-options'
import type { RoomView } from '../room-view'
import { LiveStream } from './live-stream'
import { SoundStore } from './sound-store'
import { chunksOf, readSound, type SoundChunk } from './stored-sound'
import { VoiceMeter } from './voice-meter'
import { VoiceRecognizer } from './voice-recognizer'

export interface HeardResult {
  id: string
  result: RecognitionResult
  stream: LiveStream
}

export interface AudioStreamsListener {
  interim(heard: HeardResult): void
  final(heard: HeardResult): void
  dropped(id: string, stream: LiveStream): void
  speaking(stream: LiveStream): void
  /** A voice that was not there before. */
  first(stream: LiveStream): void
  drained(): void
}

/** Heard again after a crash: what was stored and never said. */
const MAX_HEARD_AGAIN_MS = 30_000
const HINT_WEIGHT = 0.6
/** Listened for whatever phrases the meeting was given. */
const WAKE_PHRASES = ['OK EVA', 'hey EVA']

/** Every voice of a meeting, by client and csi. */
export class AudioStreams {
  readonly #streams = new Map<string, LiveStream>()
  #engineStarted = false

  constructor(
    private readonly room: RoomView,
    private readonly options: RoomOptions,
    private readonly listener: AudioStreamsListener,
  ) {}

  /** What an earlier process of this meeting held. */
  async load(): Promise<void> {
    const { liveStore, storage, meeting } = this.options
    for (const record of await liveStore.streams(meeting.id)) {
      const chunks = await chunksOf(storage, meeting.id, record.id)
      const stream = this.#make(record, chunks, Promise.resolve())
      this.#streams.set(keyOf(record.clientId, record.csi), stream.stream)
      await this.#hearAgain(stream, chunks)
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
    for (const stream of this.#streams.values()) stream.rest(this.options.limits.pauseMs)
  }

  relisten(): void {
    for (const stream of this.#streams.values()) stream.relisten()
  }

  /** Purges what is being said in every voice, and `said` with it; answers from when on. */
  forgetOpen(said?: Said): number | undefined {
    const from = this.list().map(stream =>
      stream.forgetOpen(stream.record.id === said?.streamId ? said.startMs : undefined),
    )
    return from.length > 0 ? Math.min(...from) : undefined
  }

  async lastWords(): Promise<void> {
    await Promise.all(this.list().map(stream => stream.lastWords()))
  }

  async close(): Promise<void> {
    await Promise.all(this.list().map(stream => stream.close()))
  }

  giveUp(): void {
    for (const stream of this.list()) stream.giveUp()
  }

  #start(client: ClientConnection, frame: AudioFrame): LiveStream {
    const { limits } = this.options
    const { clientId, userName } = client.caller
    const own = this.list().filter(({ record }) => record.clientId === clientId)
    if (own.length >= limits.streamsPerClient || this.#streams.size >= limits.streamsPerMeeting)
      throw new ConnectionRefusedError('bad_message', 'csi: there are too many streams')
    const record: StreamRecord = {
      id: randomBytes(8).toString('hex'),
      number: this.#streams.size + 1,
      clientId,
      csi: frame.csi,
      name: userName,
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

  async #introduce(stream: LiveStream): Promise<void> {
    for (let attempt = 0; attempt < 10 && !this.room.isEnding; attempt++) {
      try {
        return await this.#note(stream)
      } catch (error) {
        this.options.log.warn({ meeting: this.room.meetingId, err: error }, 'recording a stream failed')
        await new Promise(resolve => setTimeout(resolve, 500))
      }
    }
  }

  /** A voice that is new, with its name for the past view. */
  async #note({ record }: LiveStream): Promise<void> {
    const { liveStore, speakerNames } = this.options
    await liveStore.addStream(this.room.meetingId, record)
    await speakerNames.rename(this.room.meetingId, String(record.number), record.name, record.name)
  }

  #make(record: StreamRecord, chunks: readonly SoundChunk[], ready: Promise<void>) {
    const { room, options, listener } = this
    const recognizer = new VoiceRecognizer({
      engines: options.engines,
      engine: options.engine,
      name: record.id,
      recognition: () => ({
        languageCode: room.settings.language,
        ensemble: options.meeting.enableEnsemble,
        hints: {
          phrases: [...WAKE_PHRASES, ...room.settings.state.customPhrases.map(({ phrase }) => phrase)],
          entities: [],
          weight: HINT_WEIGHT,
          limitVocabToPhrases: false,
        },
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
          room.record.ledger('recognitionFailed', { reason: error.reason, message: error.message })
          room.outbox.push({
            type: 'error',
            body: { data: { code: `recognition_${error.reason}`, description: error.message } },
            durable: false,
          })
        },
      },
    })
    const sound = new SoundStore({
      storage: options.storage,
      meetingId: room.meetingId,
      streamId: record.id,
      chunks,
      ready,
      onFailure: error =>
        options.log.warn({ meeting: room.meetingId, err: error }, 'audio buffered: storage unavailable'),
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
  ): Promise<void> {
    const { storage, saidUntil } = this.options
    const { record, endMs } = stream
    const fromMs = Math.max(saidUntil.get(record.id) ?? record.anchorMs, endMs - MAX_HEARD_AGAIN_MS)
    if (endMs <= fromMs || !this.room.settings.state.transcription) return
    const from = Math.round((fromMs - record.anchorMs) * SAMPLES_PER_MS)
    const pcm = await readSound(storage, chunks, from, heldOf(chunks).samples)
    recognizer.hear(fromMs, pcm)
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
