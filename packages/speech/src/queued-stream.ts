import { SAMPLES_PER_MS } from '@livetap/audio'
import type { OnRecognition, RecognitionOptions, RecognitionResult, RecognitionStream } from './recognition'
import { SpeechError } from './speech-error'

export interface QueueBounds {
  /** More than this under way asks the caller to wait; half of it lets him go on. In the unit of `waiting`. */
  soft: number
  /** At this much the stream is failed instead of filling the memory. */
  hard: number
  /** How long the last results may take after the end of the sound. */
  closingMs: number
  tooSlow: string
  endless: string
}

/** A stream to an engine outside this process: a bounded queue towards it, positions, and one way to its end. */
export abstract class QueuedStream implements RecognitionStream {
  settledMs: number
  protected over = false
  protected samples = 0
  readonly #on: OnRecognition
  readonly #released: () => void
  readonly #bounds: QueueBounds
  #segment = 1
  #full = false
  #failure: SpeechError | undefined
  #ended: (() => void) | undefined
  #limit: NodeJS.Timeout | undefined

  constructor(
    protected readonly options: RecognitionOptions,
    on: OnRecognition,
    released: () => void,
    bounds: QueueBounds,
  ) {
    this.#on = on
    this.#released = released
    this.#bounds = bounds
    this.settledMs = this.startMs
  }

  get receivedMs(): number {
    return this.startMs + this.samples / SAMPLES_PER_MS
  }

  write(pcm: Int16Array): boolean {
    if (this.over) return true
    this.samples += pcm.length
    this.post(pcm)
    if (this.waiting > this.#bounds.hard) {
      this.fail(new SpeechError('overflow', this.#bounds.tooSlow))
      return true
    }
    this.#full ||= this.waiting > this.#bounds.soft
    return !this.#full
  }

  end(): Promise<void> {
    if (this.#failure) return Promise.reject(this.#failure)
    if (this.over) return Promise.resolve()
    return new Promise((resolve, reject) => {
      this.#ended = () => (this.#failure ? reject(this.#failure) : resolve())
      this.#limit = setTimeout(() => this.late(), this.#bounds.closingMs)
      this.postEnd()
    })
  }

  abort(): void {
    if (this.over) return
    this.over = true
    this.drop()
    this.#finish()
  }

  /** At most once; the first failure is the stream's. */
  fail(error: SpeechError): void {
    if (this.over) return
    this.#failure = error
    this.over = true
    this.drop()
    this.#finish()
    this.#on({ type: 'failed', error })
  }

  protected get startMs(): number {
    return this.options.startMs ?? 0
  }

  /** The caller has said that no more sound comes. */
  protected get isEnding(): boolean {
    return this.#ended !== undefined
  }

  protected get segmentId(): string {
    return `s${this.#segment}`
  }

  /** What was posted and is still under way. */
  protected abstract get waiting(): number
  protected abstract post(pcm: Int16Array): void
  protected abstract postEnd(): void
  /** The stream was aborted or failed: the other side need not go on. */
  protected abstract drop(): void

  /** The end was asked for and nothing came in time. */
  protected late(): void {
    this.fail(new SpeechError('timeout', this.#bounds.endless))
  }

  /** To be called when some of what was under way has arrived. */
  protected eased(): void {
    if (!this.#full || this.over || this.waiting > this.#bounds.soft / 2) return
    this.#full = false
    this.#on({ type: 'drained' })
  }

  protected emit(result: RecognitionResult): void {
    if (!result.isFinal) {
      if (this.options.interims !== false) this.#on({ type: 'interim', result })
      return
    }
    this.#segment += 1
    this.settledMs = Math.max(this.settledMs, result.endMs)
    this.#on({ type: 'final', result })
  }

  /** Every result has come: all of the sound is settled. */
  protected finishWell(): void {
    this.settledMs = Math.max(this.settledMs, this.receivedMs)
    this.#finish()
  }

  #finish(): void {
    this.over = true
    clearTimeout(this.#limit)
    this.#released()
    this.#ended?.()
  }
}
