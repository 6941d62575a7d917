import { languageOf } from '@livetap/contract'
import { isClearCall } from '../hotword/wake-phrase'
import type { RecognizedText } from '../pool/jobs'
import type { RecognizerPool } from '../pool/recognizer-pool'
import type { RecognitionOptions } from '../recognition'
import { combine } from './combine'

/** Below this a second opinion is worth its time when the stream asked for one. */
const doubtful = 0.8

/** Chooses the model for a stream's language and asks the pool for results of its segments. */
export class SegmentDecoder {
  private readonly language: string | undefined
  private readonly english: boolean
  private readonly wordTimes: boolean

  constructor(
    private readonly pool: RecognizerPool,
    private readonly streamKey: string,
    private readonly options: RecognitionOptions,
    private readonly secondOpinion: boolean,
  ) {
    const language = languageOf(options.languageCode)
    this.language = language === 'all' ? undefined : language
    this.english = language === 'en'
    // Without them no one could say whose a word is.
    this.wordTimes = options.wordTimes !== false || Boolean(options.diarization)
  }

  get batch(): boolean {
    return this.options.interims === false
  }

  /** New sound an interim result waits for. */
  get interimStep(): number {
    return this.english ? 5_600 : 20_000
  }

  get canInterim(): boolean {
    return !this.batch && !this.pool.isCrowded(this.english ? 'main' : 'whisper')
  }

  interim(pcm: Int16Array, draft: number[]): Promise<RecognizedText | undefined> {
    const request = { priority: 'interim', streamKey: this.streamKey } as const
    if (this.english) return this.pool.run('interim', { pcm, draft, hints: this.options.hints }, request)
    const job = { pcm, draft, language: this.language, task: 'transcribe', wordTimes: false } as const
    return this.pool.run('whisper', job, request)
  }

  /** `key` names the segment, so that a guess that speech is over can be taken back. */
  async final(pcm: Int16Array, draft: number[], key: string): Promise<RecognizedText | undefined> {
    const request = { priority: this.batch ? 'batch' : 'live', streamKey: key } as const
    if (!this.english) return this.whisper(pcm, request, this.language, draft)
    const job = { pcm, draft, hints: this.options.hints, wordTimes: this.wordTimes }
    const result = await this.pool.run('final', job, request)
    // What is late already does not wait for a second engine.
    if (!result || result.lowQuality || !this.secondOpinion || this.options.hints?.limitVocabToPhrases)
      return result
    if (result.text && !(this.options.ensemble && (result.confidence ?? 1) < doubtful)) return result
    if (isClearCall(result.text)) return result
    if (!this.batch && this.pool.isCrowded('whisper')) return result
    const other = await this.whisper(pcm, request, 'en', [])
    if (!other?.text) return result
    if (!result.text) return (other.confidence ?? 0) >= 0.5 ? other : result
    return combine(result, other)
  }

  private whisper(
    pcm: Int16Array,
    request: { priority: 'live' | 'batch'; streamKey: string },
    language: string | undefined,
    draft: number[],
  ): Promise<RecognizedText | undefined> {
    const job = { pcm, draft, language, task: 'transcribe', wordTimes: this.wordTimes } as const
    return this.batch
      ? this.pool.offlineWhisper.recognize(job, request)
      : this.pool.run('whisper', job, request)
  }
}
