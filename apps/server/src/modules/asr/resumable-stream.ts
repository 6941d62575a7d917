import { randomUUID } from 'node:crypto'
import { SAMPLE_RATE_HZ, samplesToMs } from '@livetap/audio'
import {
  type EngineRegistry,
  type RecognitionEvent,
  type RecognitionResult,
  type RecognitionStream,
  SpeechError,
  type StreamOwner,
  withoutPunctuation,
} from '@livetap/speech'
import type { StreamMetrics } from './asr-metrics'
import { type Position, resultMessage } from './result-message'
import { type AsrConfig, recognitionOptions } from './stream-config'

/** What the engine reports, with results as they are sent. */
export type ReaderEvent =
  | { type: 'interim' | 'final'; message: string }
  | Exclude<RecognitionEvent, { result: RecognitionResult }>

/** The current reader of a stream. */
export interface StreamReader {
  on(event: ReaderEvent): void
}

export interface StreamRequest {
  engine: string
  config: AsrConfig
  owner: StreamOwner
}

/** So many of the last finals are buffered for a reader that reconnects without having received them. */
const MAX_FINALS = 200
/** Given to the engine at once, however large the messages are. */
const PIECE = SAMPLE_RATE_HZ
/** The socket is held back while any sound waits; this is what many reconnects of a client may bring all the same. */
const MAX_WAITING = 600 * SAMPLE_RATE_HZ

/**
 * An engine's stream that can outlive the socket it came by: finals that were not delivered are sent to the next reader. Sound
 * for which the engine has no place waits here, in order, regardless of the socket by which it came: the engine is never given more than it takes.
 */
export class ResumableStream {
  readonly id = randomUUID().slice(0, 8)
  #stream!: RecognitionStream
  #reader: StreamReader | undefined
  #finals: { message: string; receivedMs: number }[] = []
  #startMs = 0
  #hasAudio = false
  #waiting: Int16Array[] = []
  #waitingSamples = 0
  /** The engine asked for patience. */
  #isFull = false
  #over = false

  private constructor(
    readonly engine: string,
    readonly config: AsrConfig,
    readonly metrics: StreamMetrics,
  ) {}

  static async open(
    engines: EngineRegistry,
    { engine, config, owner }: StreamRequest,
    metrics: StreamMetrics,
    reader: StreamReader,
  ): Promise<ResumableStream> {
    const opened = new ResumableStream(engine, config, metrics)
    opened.#reader = reader
    const options = recognitionOptions(config, owner)
    opened.#stream = await engines.open(engine, options, event => opened.#handle(event))
    opened.#startMs = opened.#stream.receivedMs
    return opened
  }

  get position(): Position {
    const { receivedMs, settledMs } = this.#stream
    return { receivedMs: receivedMs + samplesToMs(this.#waitingSamples), settledMs }
  }

  get over(): boolean {
    return this.#over
  }

  write(pcm: Int16Array): boolean {
    if (this.#over) return true
    if (!this.#hasAudio) {
      this.#hasAudio = true
      this.metrics.audioBegins()
    }
    if (this.#waitingSamples + pcm.length > MAX_WAITING) {
      this.#stream.abort()
      this.#handle({
        type: 'failed',
        error: new SpeechError('overflow', 'Sound comes faster than it can be recognised'),
      })
      return true
    }
    for (let at = 0; at < pcm.length; at += PIECE) this.#waiting.push(pcm.subarray(at, at + PIECE))
    this.#waitingSamples += pcm.length
    this.#pass()
    return !this.#isFull
  }

  #pass(): void {
    while (!this.#isFull && !this.#over) {
      const piece = this.#waiting.shift()
      if (!piece) return
      this.#waitingSamples -= piece.length
      this.#isFull = !this.#stream.write(piece)
    }
  }

  /** Now and then: to count each message would cost a good part of what it costs to read it. */
  countAudio(): void {
    this.metrics.audio(this.position.receivedMs - this.#startMs)
  }

  /** Finals after the position that the new reader knows of are sent again; it deduplicates them by their id. */
  attach(reader: StreamReader, knownMs: number): void {
    this.#reader = reader
    for (const { message, receivedMs } of this.#finals)
      if (receivedMs > knownMs) reader.on({ type: 'final', message })
  }

  detach(): void {
    this.#reader = undefined
  }

  abort(): void {
    if (this.#over) return
    this.#over = true
    this.#reader = undefined
    this.countAudio()
    this.#stream.abort()
    this.metrics.ended()
  }

  #handle(event: RecognitionEvent): void {
    switch (event.type) {
      case 'interim':
        this.metrics.interim()
        this.#reader?.on({ type: 'interim', message: this.#messageOf(event.result) })
        return
      case 'final': {
        const { receivedMs } = this.position
        this.metrics.final(receivedMs - event.result.endMs)
        const message = this.#messageOf(event.result)
        this.#finals.push({ message, receivedMs })
        if (this.#finals.length > MAX_FINALS) this.#finals.shift()
        this.#reader?.on({ type: 'final', message })
        return
      }
      case 'failed':
        this.#over = true
        // An engine may fail before it has opened.
        if (this.#stream) this.countAudio()
        this.metrics.ended()
        this.#reader?.on(event)
        return
      case 'drained':
        this.#isFull = false
        this.#pass()
        if (!this.#isFull) this.#reader?.on(event)
        return
      default:
        event satisfies never
    }
  }

  /** Engines of their own always punctuate; remote ones were asked not to, and lose nothing here. */
  #messageOf(result: RecognitionResult): string {
    const asked = this.config.enable_automatic_punctuation ? result : withoutPunctuation(result)
    return resultMessage(asked, this.id, this.position)
  }
}
