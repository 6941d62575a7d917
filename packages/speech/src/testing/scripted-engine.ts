import { samplesToMs } from '@livetap/audio'
import type { EngineAvailability, SpeechEngine } from '../engine'
import { SpeechSlots } from '../pool/speech-slots'
import type { OnRecognition, RecognitionOptions, RecognitionResult, RecognitionStream } from '../recognition'
import { SpeechError, type SpeechErrorReason } from '../speech-error'

export interface ScriptedSegment {
  text: string
  startMs: number
  endMs: number
  confidence?: number
  speakerIds?: string[]
  speakerUnknown?: boolean
  /** What the sound says of a call in the text; a final has it. */
  callLikelihood?: number
  /** Between the end of the segment in the audio and its final result. */
  delayMs?: number
  lowQuality?: boolean
}

export interface EngineScript {
  name?: string
  availability?: Partial<EngineAvailability>
  segments?: ScriptedSegment[]
  /** Starts over when the audio goes on past the last segment. */
  repeatEveryMs?: number
  /** Slots that its streams share with those of other users; by default there is one for each. */
  slots?: number
  openFailure?: { reason: SpeechErrorReason; message: string }
  /** Fails the stream when this much audio has come. */
  failAtMs?: number
  failure?: { reason: SpeechErrorReason; message: string }
  /** `write` answers false from here until `release()`. */
  holdAtMs?: number
  /** A caller that writes on while it is held gets the stream failed with `overflow` at this much. */
  overflowMs?: number
  /** What is received behind the last segment is settled at once. */
  settlesSilence?: boolean
}

/** Says the given words at the given places of the audio, regardless of what is in it. */
export class ScriptedEngine implements SpeechEngine {
  readonly name: string
  readonly opened: RecognitionOptions[] = []
  readonly streams: ScriptedStream[] = []
  readonly #slots: SpeechSlots | undefined

  constructor(readonly script: EngineScript = {}) {
    const { name = 'nutcracker', slots } = script
    this.name = name
    this.#slots = slots === undefined ? undefined : new SpeechSlots({ capacity: () => slots })
  }

  async availability(): Promise<EngineAvailability> {
    return {
      available: true,
      languages: ['en', 'fr', 'es'],
      features: ['interims', 'word-times', 'hints', 'diarization'],
      ...this.script.availability,
    }
  }

  async open(options: RecognitionOptions, on: OnRecognition): Promise<RecognitionStream> {
    if (this.script.openFailure) {
      throw new SpeechError(this.script.openFailure.reason, this.script.openFailure.message)
    }
    const slot = this.#slots?.admit(options.owner)
    this.opened.push(options)
    const stream = new ScriptedStream(this.script, options, on, () => slot?.release())
    this.streams.push(stream)
    return stream
  }

  async close(): Promise<void> {
    for (const stream of this.streams) stream.abort()
  }
}

export class ScriptedStream implements RecognitionStream {
  samples = 0
  settledMs: number
  readonly #script: EngineScript
  readonly #options: RecognitionOptions
  readonly #on: OnRecognition
  #next = 0
  #paused = false
  #pausedSamples = 0
  #over = false
  #pending = new Set<NodeJS.Timeout>()
  #idle: (() => void) | undefined
  #failed: SpeechError | undefined

  constructor(
    script: EngineScript,
    options: RecognitionOptions,
    on: OnRecognition,
    private readonly onOver: () => void,
  ) {
    this.#script = script
    this.#options = options
    this.#on = on
    this.settledMs = options.startMs ?? 0
  }

  get settlesSilence(): boolean {
    return this.#script.settlesSilence ?? false
  }

  get receivedMs(): number {
    return (this.#options.startMs ?? 0) + samplesToMs(this.samples)
  }

  write(pcm: Int16Array): boolean {
    if (this.#over) return true
    this.samples += pcm.length
    const { failAtMs, holdAtMs, overflowMs } = this.#script
    if (failAtMs !== undefined && this.receivedMs >= failAtMs) {
      const { reason = 'crashed', message = 'The scripted failure' } = this.#script.failure ?? {}
      return this.#fail(new SpeechError(reason, message))
    }
    if (this.#paused) this.#pausedSamples += pcm.length
    if (overflowMs !== undefined && samplesToMs(this.#pausedSamples) > overflowMs)
      return this.#fail(new SpeechError('overflow', 'Sound comes faster than it can be recognised'))
    this.#play()
    if (holdAtMs !== undefined && !this.#paused && this.receivedMs >= holdAtMs) this.#paused = true
    return !this.#paused
  }

  release(): void {
    this.#paused = false
    this.#pausedSamples = 0
    this.#on({ type: 'drained' })
  }

  async end(): Promise<void> {
    if (this.#failed) throw this.#failed
    this.#play(true)
    if (this.#pending.size) {
      await new Promise<void>(resolve => {
        this.#idle = resolve
      })
    }
    this.settledMs = this.receivedMs
    this.#over = true
    this.onOver()
  }

  abort(): void {
    this.#over = true
    this.onOver()
    for (const timer of this.#pending) clearTimeout(timer)
    this.#pending.clear()
    this.#idle?.()
  }

  #fail(error: SpeechError): true {
    this.#over = true
    this.onOver()
    this.#failed = error
    this.#on({ type: 'failed', error })
    return true
  }

  #segmentAt(index: number): ScriptedSegment | undefined {
    const segments = this.#script.segments ?? []
    if (index < segments.length || !this.#script.repeatEveryMs || segments.length === 0)
      return segments[index]
    const round = Math.floor(index / segments.length) * this.#script.repeatEveryMs
    const segment = segments[index % segments.length]!
    return { ...segment, startMs: segment.startMs + round, endMs: segment.endMs + round }
  }

  #play(ending = false): void {
    for (let segment = this.#segmentAt(this.#next); segment; segment = this.#segmentAt(this.#next)) {
      const begun = this.receivedMs > segment.startMs
      const complete = this.receivedMs >= segment.endMs || (ending && begun)
      if (!complete) {
        if (begun && this.#options.interims !== false)
          this.#on({ type: 'interim', result: this.#result(segment, false) })
        return
      }
      this.#next += 1
      // What the caller already holds from before a reconnect is not said twice.
      if (segment.endMs <= (this.#options.startMs ?? 0)) continue
      this.#deliver(this.#result(segment, true), segment.delayMs)
    }
    if (this.settlesSilence && this.#pending.size === 0) this.settledMs = this.receivedMs
  }

  #deliver(result: RecognitionResult, delayMs = 0): void {
    const emit = () => {
      this.settledMs = Math.max(this.settledMs, result.endMs)
      this.#on({ type: 'final', result })
    }
    if (!delayMs) {
      emit()
      return
    }
    const timer = setTimeout(() => {
      this.#pending.delete(timer)
      emit()
      if (this.#pending.size === 0) this.#idle?.()
    }, delayMs)
    this.#pending.add(timer)
  }

  #result(segment: ScriptedSegment, isFinal: boolean): RecognitionResult {
    const all = segment.text.split(/\s+/).filter(Boolean)
    const stepMs = (segment.endMs - segment.startMs) / Math.max(1, all.length)
    const count = isFinal ? all.length : Math.ceil((this.receivedMs - segment.startMs) / stepMs)
    const words = all.slice(0, count).map((word, index) => ({
      word,
      startMs: Math.round(segment.startMs + index * stepMs),
      endMs: Math.round(segment.startMs + (index + 1) * stepMs),
    }))
    return {
      segmentId: `s${this.#next + (isFinal ? 0 : 1)}`,
      isFinal,
      text: words.map(({ word }) => word).join(' '),
      startMs: segment.startMs,
      endMs: isFinal ? segment.endMs : this.receivedMs,
      words: this.#options.wordTimes === false ? [] : words,
      confidence: segment.confidence,
      lowQuality: (isFinal && segment.lowQuality) || undefined,
      speakerUnknown: (isFinal && segment.speakerUnknown) || undefined,
      speakerIds: this.#options.diarization ? (segment.speakerIds ?? []) : [],
      languageCode: this.#options.languageCode,
      callLikelihood: isFinal ? segment.callLikelihood : undefined,
    }
  }
}
