import { SAMPLE_RATE_HZ, SAMPLES_PER_MS } from '@livetap/audio'
import { SoundBuffer } from '../audio/sound-buffer'
import type { SpeakerTurn } from '../diarization/diarizer'
import { INTERIMS_STOP_MS } from '../pool/job-queue'
import type { RecognizedText } from '../pool/jobs'
import type { RecognizerPool } from '../pool/recognizer-pool'
import type { SpeechSlot } from '../pool/speech-slots'
import type { OnRecognition, ProcessWork, RecognitionOptions, RecognitionStream } from '../recognition'
import { asSpeechError, SpeechError } from '../speech-error'
import { splitBySpeaker } from '../text/split-by-speaker'
import { type SegmentEvent, Segmenter, type SegmentSpan, segmenterDefaults } from '../voice/segmenter'
import { VAD_WINDOW, type VadState } from '../voice/silero'
import {
  type OpenSegment,
  openSegment,
  resultOf,
  type SegmentDecoder,
  SegmentInterims,
} from './segment-decoder'
import type { SegmentSpeakers } from './speakers/segment-speakers'
import type { TrackedSegment } from './speakers/speaker-tracker'
import { withinVoice } from './within-voice'

/** Unprocessed sound at which `write` asks for patience, and at which the stream fails. */
const SOFT_BOUND = 5 * SAMPLE_RATE_HZ
const HARD_BOUND = 60 * SAMPLE_RATE_HZ
/** Sound of one voice-activity job. */
const VAD_BLOCK = 62 * VAD_WINDOW
/** Segments that may wait for their final result before processing stops. */
const MAX_PENDING = 8

/** Of the windows of a voice-activity job. */
function speechMs(probabilities: Float32Array): number {
  const voiced = probabilities.filter(probability => probability >= segmenterDefaults.openThreshold)
  return (voiced.length * VAD_WINDOW) / SAMPLES_PER_MS
}

export interface StreamParts {
  pool: RecognizerPool
  decoder: SegmentDecoder
  speakers?: SegmentSpeakers
  key: string
  slot: SpeechSlot
}

export class NutcrackerStream implements RecognitionStream {
  readonly settlesSilence = true
  readonly #options: RecognitionOptions
  readonly #on: OnRecognition
  readonly #parts: StreamParts
  readonly #sound = new SoundBuffer()
  readonly #segmenter: Segmenter
  readonly #startMs: number
  #vad: VadState | undefined
  #processed = 0
  #received = 0
  #current: OpenSegment | undefined
  /** Where the speech begins that waits for a slot. */
  #waitingFrom: number | undefined
  readonly #pending: OpenSegment[] = []
  #isProcessing = false
  readonly #interims: SegmentInterims
  #full = false
  #ending: { resolve: () => void; reject: (error: SpeechError) => void } | undefined
  #over: 'ended' | 'aborted' | SpeechError | undefined
  #delivering: Promise<void> = Promise.resolve()

  constructor(options: RecognitionOptions, on: OnRecognition, parts: StreamParts) {
    this.#options = options
    this.#on = on
    this.#parts = parts
    this.#startMs = options.startMs ?? 0
    this.#segmenter = new Segmenter(segmenterDefaults)
    this.#interims = new SegmentInterims(parts.decoder, (...found) => this.#emitInterim(...found))
  }

  get receivedMs(): number {
    return this.#startMs + this.#received / SAMPLES_PER_MS
  }

  get settledMs(): number {
    const first = this.#pending[0]?.from ?? this.#current?.from ?? this.#waitingFrom ?? this.#processed
    return this.#startMs + first / SAMPLES_PER_MS
  }

  write(pcm: Int16Array): boolean {
    if (this.#over || this.#ending) return true
    this.#sound.append(pcm)
    this.#received += pcm.length
    if (this.#sound.end - this.#processed > HARD_BOUND) {
      this.#fail(new SpeechError('overflow', 'Sound comes faster than it can be recognised'))
      return true
    }
    void this.#processSound()
    this.#full ||= this.#isFull()
    return !this.#full
  }

  end(): Promise<void> {
    if (this.#over instanceof SpeechError) return Promise.reject(this.#over)
    if (this.#over || this.#ending) return Promise.resolve()
    const rest = (VAD_WINDOW - (this.#received % VAD_WINDOW)) % VAD_WINDOW
    this.#sound.append(new Int16Array(rest))
    return new Promise((resolve, reject) => {
      this.#ending = { resolve, reject }
      void this.#processSound()
    })
  }

  abort(): void {
    if (!this.#over) this.#finish('aborted')
  }

  #isFull(): boolean {
    return this.#sound.end - this.#processed > SOFT_BOUND || this.#pending.length >= MAX_PENDING / 2
  }

  /** Processes the pending sound; one at a time, and not while too many segments wait. */
  async #processSound(): Promise<void> {
    if (this.#isProcessing) return
    this.#isProcessing = true
    try {
      while (
        !this.#over &&
        this.#sound.end - this.#processed >= VAD_WINDOW &&
        this.#pending.length < MAX_PENDING
      ) {
        const whole = Math.floor((this.#sound.end - this.#processed) / VAD_WINDOW) * VAD_WINDOW
        const to = this.#processed + Math.min(whole, VAD_BLOCK)
        const pcm = this.#sound.slice(this.#processed, to)
        const vad = await this.#parts.pool.run('vad', { pcm, state: this.#vad }, { priority: 'live' })
        if (this.#over || !vad) return
        this.#vad = vad.state
        this.#processed = to
        this.#parts.slot.spoke(speechMs(vad.probabilities))
        for (const event of this.#segmenter.push(vad.probabilities)) {
          // Silence needs no slot; speech waits for one, and its sound with it.
          if (event.type === 'opened') await this.#waitForSlot(event.from)
          if (this.#over) return
          this.#handle(event)
        }
        this.#sound.forgetBefore(this.#segmenter.neededFrom)
        this.#relax()
      }
      if (this.#ending && this.#sound.end - this.#processed < VAD_WINDOW) this.#close()
    } catch (error) {
      this.#fail(asSpeechError(error))
    } finally {
      this.#isProcessing = false
    }
  }

  async #waitForSlot(from: number): Promise<void> {
    this.#waitingFrom = from
    await this.#parts.slot.acquire()
    this.#waitingFrom = undefined
  }

  #close(): void {
    for (const event of this.#segmenter.finish()) this.#handle(event)
    void this.#delivering.then(() => {
      if (!this.#over) this.#finish('ended')
    })
  }

  #handle(event: SegmentEvent): void {
    switch (event.type) {
      case 'opened':
        this.#current = openSegment(event.segment, event.from)
        return
      case 'grown':
        this.#listen(event.to)
        return
      case 'paused':
        if (this.#current && !this.#parts.decoder.batch) this.#decode(this.#current, event)
        return
      case 'resumed':
        this.#withdraw()
        return
      case 'ended': {
        const segment = this.#current
        this.#current = undefined
        if (!segment) return
        if (segment.decoding?.voicedTo !== event.voicedTo) {
          this.#parts.pool.cancel(this.#keyOf(segment))
          this.#decode(segment, event)
        }
        segment.to = event.to
        segment.endedAt = performance.now()
        this.#pending.push(segment)
        this.#delivering = this.#delivering.then(() => this.#deliver(segment))
      }
    }
  }

  #keyOf(segment: OpenSegment): string {
    return `${this.#parts.key}/${segment.number}`
  }

  #decode(segment: OpenSegment, { to, voicedFrom, voicedTo, peak }: SegmentSpan): void {
    const pcm = this.#sound.slice(segment.from, to)
    const work: ProcessWork[] = []
    const msOf = (position: number) => (position - segment.from) / SAMPLES_PER_MS
    const voice = { fromMs: msOf(voicedFrom), toMs: msOf(voicedTo), peak }
    const result = this.#parts.decoder
      .final(pcm, segment.draft, this.#keyOf(segment), one => work.push(one))
      .then(found => found && withinVoice(found, voice))
    const speakers = this.#listenTo(segment, pcm)
    segment.decoding = { voicedTo, pcm, work, result, speakers }
    // Failures are met where it is delivered; a withdrawn guess has no listener.
    for (const promise of [result, speakers]) promise.catch(() => {})
  }

  /** Those before it are named first. */
  async #listenTo(segment: OpenSegment, pcm: Int16Array): Promise<TrackedSegment | undefined> {
    await this.#delivering
    if (segment.decoding?.pcm !== pcm || this.#over) return undefined
    const lateMs = this.#sinceMs(segment.from + pcm.length)
    return await this.#parts.speakers?.listen({ pcm, key: this.#keyOf(segment), lateMs })
  }

  /** How much sound has come after a position. */
  #sinceMs(position: number): number {
    return (this.#received - position) / SAMPLES_PER_MS
  }

  #withdraw(): void {
    const segment = this.#current
    if (!segment?.decoding) return
    const { result } = segment.decoding
    segment.decoding = undefined
    this.#parts.pool.cancel(this.#keyOf(segment))
    void result.then(
      found => {
        if (found?.tokens.length) segment.draft = found.tokens
      },
      () => {},
    )
  }

  async #deliver(segment: OpenSegment): Promise<void> {
    try {
      const found = await segment.decoding!.result
      if (this.#over) return
      const turns = found?.text ? await this.#turnsOf(segment) : []
      if (this.#over) return
      this.#pending.shift()
      if (found?.text) this.#emitFinal(segment, found, turns)
      this.#relax()
      void this.#processSound()
    } catch (error) {
      this.#fail(asSpeechError(error))
    }
  }

  /** On the clock of the results; undefined where there is no time for it. */
  async #turnsOf(segment: OpenSegment): Promise<SpeakerTurn[] | undefined> {
    const { speakers } = this.#parts
    if (!speakers) return []
    const { decoding, to } = segment
    const turns = await speakers.turnsOf({
      ...decoding!,
      key: this.#keyOf(segment),
      lateMs: this.#sinceMs(to),
    })
    if (!turns) return undefined
    const offset = this.#startMs + segment.from / SAMPLES_PER_MS
    return turns.map(({ speaker, startMs, endMs }) => ({
      speaker,
      startMs: offset + startMs,
      endMs: offset + endMs,
    }))
  }

  #emitFinal(segment: OpenSegment, found: RecognizedText, turns: readonly SpeakerTurn[] | undefined): void {
    const { languageCode, wordTimes } = this.#options
    const result = resultOf(segment, found, { isFinal: true, startMs: this.#startMs, languageCode })
    const parts = turns ? splitBySpeaker(result, turns) : [{ ...result, speakerUnknown: true }]
    const timing = { completeAt: segment.endedAt ?? performance.now(), work: segment.decoding?.work ?? [] }
    for (const part of parts)
      this.#on({ type: 'final', result: wordTimes === false ? { ...part, words: [] } : part, timing })
  }

  #listen(to: number): void {
    if (!this.#current || this.#behindMs() >= INTERIMS_STOP_MS) return
    this.#interims.ask(this.#current, to, this.#sound)
  }

  #emitInterim(segment: OpenSegment, found: RecognizedText, to: number): void {
    // A segment that has ended may have its final result by now: nothing may follow that.
    if (this.#over || this.#current !== segment) return
    segment.to = to
    const { languageCode } = this.#options
    const result = resultOf(segment, found, { isFinal: false, startMs: this.#startMs, languageCode })
    this.#on({ type: 'interim', result })
  }

  /** How long the oldest sentence that is complete has had no text. */
  #behindMs(): number {
    const endedAt = this.#pending[0]?.endedAt
    return endedAt === undefined ? 0 : performance.now() - endedAt
  }

  #relax(): void {
    if (!this.#full || this.#isFull()) return
    this.#full = false
    this.#on({ type: 'drained' })
  }

  #fail(error: SpeechError): void {
    if (this.#over) return
    const ending = this.#ending
    this.#finish(error)
    this.#on({ type: 'failed', error })
    ending?.reject(error)
  }

  #finish(how: 'ended' | 'aborted' | SpeechError): void {
    this.#over = how
    for (const segment of [...this.#pending, ...(this.#current ? [this.#current] : [])]) {
      this.#parts.pool.cancel(this.#keyOf(segment))
    }
    this.#parts.pool.cancel(this.#parts.key)
    this.#pending.length = 0
    this.#current = undefined
    this.#sound.forgetBefore(this.#sound.end)
    if (how === 'ended') this.#processed = this.#received
    this.#parts.slot.release()
    if (!(how instanceof SpeechError)) this.#ending?.resolve()
  }
}
