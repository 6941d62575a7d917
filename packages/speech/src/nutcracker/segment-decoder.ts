import { SAMPLE_RATE_HZ, SAMPLES_PER_MS } from '@livetap/audio'
import { languageOf } from '@livetap/contract'
import type { SoundBuffer } from '../audio/sound-buffer'
import { isClearCall } from '../hotword/wake-phrase'
import type { RecognizedText } from '../pool/jobs'
import type { RecognizerPool } from '../pool/recognizer-pool'
import type { ProcessWork, RecognitionOptions, RecognitionResult } from '../recognition'
import { combine } from './combine'
import type { TrackedSegment } from './speakers/speaker-tracker'

/** Below this a second opinion is worth its time when the stream asked for one. */
const DOUBTFUL = 0.8
/** Sound that the first interim result of a segment waits for. */
const FIRST_INTERIM = 0.62 * SAMPLE_RATE_HZ

export interface OpenSegment {
  number: number
  /** Samples from the start of the stream. */
  from: number
  to: number
  draft: number[]
  interimTo: number
  /** When its sound was complete, by the clock of this process. */
  endedAt?: number
  decoding?: {
    voicedTo: number
    work: ProcessWork[]
    pcm: Int16Array
    result: Promise<RecognizedText | undefined>
    speakers: Promise<TrackedSegment | undefined>
  }
}

export function openSegment(number: number, from: number): OpenSegment {
  return { number, from, to: from, draft: [], interimTo: 0 }
}

/** Chooses the model for a stream's language and asks the pool for results of its segments. */
export class SegmentDecoder {
  readonly #pool: RecognizerPool
  readonly #streamKey: string
  readonly #options: RecognitionOptions
  readonly #secondOpinion: boolean
  readonly #language: string | undefined
  readonly #english: boolean
  readonly #wordTimes: boolean

  constructor(pool: RecognizerPool, streamKey: string, options: RecognitionOptions, secondOpinion: boolean) {
    this.#pool = pool
    this.#streamKey = streamKey
    this.#options = options
    this.#secondOpinion = secondOpinion
    const language = languageOf(options.languageCode)
    this.#language = language === 'all' ? undefined : language
    this.#english = language === 'en'
    // Without them no one could say whose a word is.
    this.#wordTimes = options.wordTimes !== false || Boolean(options.diarization)
  }

  get batch(): boolean {
    return this.#options.interims === false
  }

  /** New sound an interim result waits for. */
  get interimStep(): number {
    return this.#english ? 5_600 : 20_000
  }

  get canInterim(): boolean {
    return !this.batch && !this.#pool.isCrowded(this.#english ? 'main' : 'whisper')
  }

  interim(pcm: Int16Array, draft: number[]): Promise<RecognizedText | undefined> {
    const request = { priority: 'interim', streamKey: this.#streamKey } as const
    if (this.#english) return this.#pool.run('interim', { pcm, draft, hints: this.#options.hints }, request)
    const job = { pcm, draft, language: this.#language, task: 'transcribe', wordTimes: false } as const
    return this.#pool.run('whisper', job, request)
  }

  /** `key` names the segment, so that a guess that speech is over can be taken back. */
  async final(
    pcm: Int16Array,
    draft: number[],
    key: string,
    onWorked?: (work: ProcessWork) => void,
  ): Promise<RecognizedText | undefined> {
    const request = { priority: this.batch ? 'batch' : 'live', streamKey: key, onWorked } as const
    if (!this.#english) return this.#whisper(pcm, request, this.#language, draft)
    const job = { pcm, draft, hints: this.#options.hints, wordTimes: this.#wordTimes }
    const result = await this.#pool.run('final', job, request)
    // What is late already does not wait for a second engine.
    if (!result || result.lowQuality || !this.#secondOpinion || this.#options.hints?.limitVocabToPhrases)
      return result
    if (result.text && !(this.#options.ensemble && (result.confidence ?? 1) < DOUBTFUL)) return result
    if (isClearCall(result.text)) return result
    if (!this.batch && this.#pool.isCrowded('whisper')) return result
    const other = await this.#whisper(pcm, request, 'en', [])
    if (!other?.text) return result
    if (!result.text) return (other.confidence ?? 0) >= 0.5 ? other : result
    return combine(result, other)
  }

  #whisper(
    pcm: Int16Array,
    request: { priority: 'live' | 'batch'; streamKey: string; onWorked?: (work: ProcessWork) => void },
    language: string | undefined,
    draft: number[],
  ): Promise<RecognizedText | undefined> {
    const job = { pcm, draft, language, task: 'transcribe', wordTimes: this.#wordTimes } as const
    return this.batch
      ? this.#pool.offlineWhisper.recognize(job, request)
      : this.#pool.run('whisper', job, request)
  }
}

/** The interim results of a stream, one at a time, while a segment grows. */
export class SegmentInterims {
  readonly #decoder: SegmentDecoder
  readonly #emit: (segment: OpenSegment, found: RecognizedText, to: number) => void
  #running = false

  constructor(
    decoder: SegmentDecoder,
    emit: (segment: OpenSegment, found: RecognizedText, to: number) => void,
  ) {
    this.#decoder = decoder
    this.#emit = emit
  }

  /** Asks for one when there is enough new sound and nothing better to do. */
  ask(segment: OpenSegment, to: number, sound: SoundBuffer): void {
    const decoder = this.#decoder
    if (this.#running || !decoder.canInterim) return
    const wanted = segment.interimTo ? segment.interimTo + decoder.interimStep : segment.from + FIRST_INTERIM
    if (to < wanted) return
    segment.interimTo = to
    this.#running = true
    void decoder
      .interim(sound.slice(segment.from, to), segment.draft)
      .then(found => {
        if (found?.tokens.length) segment.draft = found.tokens
        if (found?.text) this.#emit(segment, found, to)
      })
      .catch(() => {})
      .finally(() => {
        this.#running = false
      })
  }
}

export function resultOf(
  segment: OpenSegment,
  found: RecognizedText,
  { isFinal, startMs, languageCode }: { isFinal: boolean; startMs: number; languageCode: string },
): RecognitionResult {
  const offset = startMs + segment.from / SAMPLES_PER_MS
  const words = found.words.map(word => ({
    ...word,
    startMs: Math.round(offset + word.startMs),
    endMs: Math.round(offset + word.endMs),
  }))
  const language = languageCode === 'all' ? (found.languageCode ?? languageCode) : languageCode
  return {
    segmentId: `s${segment.number}`,
    isFinal,
    text: found.text,
    startMs: words[0]?.startMs ?? Math.round(offset),
    endMs: words.at(-1)?.endMs ?? Math.round(startMs + segment.to / SAMPLES_PER_MS),
    words,
    confidence: found.confidence,
    speakerIds: [],
    languageCode: language,
    timesEstimated: found.timesEstimated || undefined,
    lowQuality: (isFinal && found.lowQuality) || undefined,
    callLikelihood: found.callLikelihood,
  }
}
