import { randomUUID } from 'node:crypto'
import {
  asSpeechError,
  type EngineRegistry,
  type RecognitionListener,
  type RecognitionResult,
  type RecognitionStream,
  type SpeechError,
  withoutPunctuation,
} from '@livetap/speech'
import type { StreamMetrics } from './asr-metrics'
import { type Position, resultMessage } from './result-message'
import { type AsrConfig, recognitionOptions } from './stream-config'

/** The current reader of a stream. */
export interface StreamReader {
  interim(message: string): void
  final(message: string): void
  failed(error: SpeechError): void
  drained(): void
}

export interface StreamRequest {
  engine: string
  config: AsrConfig
  userId: string
}

/** Finals are kept this far back, for a reader that reconnects without having received them. */
const keptFinals = 200

/**
 * An engine's stream that can outlive the socket it came by: finals that were not delivered are sent to the next reader.
 */
export class ResumableStream {
  readonly id = randomUUID().slice(0, 8)
  #stream!: RecognitionStream
  #reader: StreamReader | undefined
  #finals: { message: string; receivedMs: number }[] = []
  #startMs = 0
  #hasAudio = false
  #over = false

  private constructor(
    readonly engine: string,
    readonly config: AsrConfig,
    readonly metrics: StreamMetrics,
  ) {}

  static async open(
    engines: EngineRegistry,
    { engine, config, userId }: StreamRequest,
    metrics: StreamMetrics,
    reader: StreamReader,
  ): Promise<ResumableStream> {
    const held = new ResumableStream(engine, config, metrics)
    held.#reader = reader
    held.#stream = await engines.open(engine, recognitionOptions(config, userId), held.#listener())
    held.#startMs = held.#stream.receivedMs
    return held
  }

  get position(): Position {
    return { receivedMs: this.#stream.receivedMs, settledMs: this.#stream.settledMs }
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
    return this.#stream.write(pcm)
  }

  /** Now and then: to count each message would cost a good part of what it costs to read it. */
  countAudio(): void {
    this.metrics.audio(this.#stream.receivedMs - this.#startMs)
  }

  /** Finals said after the position that the new reader knows of are said again; it deduplicates them by their id. */
  attach(reader: StreamReader, knownMs: number): void {
    this.#reader = reader
    for (const { message, receivedMs } of this.#finals) if (receivedMs > knownMs) reader.final(message)
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

  #listener(): RecognitionListener {
    // Engines of their own always punctuate; remote ones were asked not to, and lose nothing here.
    const asked = (result: RecognitionResult) =>
      this.config.enable_automatic_punctuation ? result : withoutPunctuation(result)
    return {
      interim: result => {
        this.metrics.interim()
        this.#reader?.interim(resultMessage(asked(result), this.id, this.position))
      },
      final: result => {
        const { position } = this
        this.metrics.final(position.receivedMs - result.endMs)
        const message = resultMessage(asked(result), this.id, position)
        this.#finals.push({ message, receivedMs: position.receivedMs })
        if (this.#finals.length > keptFinals) this.#finals.shift()
        this.#reader?.final(message)
      },
      failed: error => {
        this.#over = true
        // An engine may fail before it has opened.
        if (this.#stream) this.countAudio()
        this.metrics.ended()
        this.#reader?.failed(asSpeechError(error))
      },
      drained: () => this.#reader?.drained(),
    }
  }
}
