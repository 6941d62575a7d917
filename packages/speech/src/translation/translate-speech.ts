import { languageOf } from '@livetap/contract'
import { inspectModel } from '../models/model-folder'
import type { RecognizerPool } from '../pool/recognizer-pool'
import { SpeechError } from '../speech-error'

/** Whisper's own translation of speech in any of its languages into English text, segment by segment. */
export class SpeechTranslator {
  readonly #pool: RecognizerPool

  constructor(pool: RecognizerPool) {
    this.#pool = pool
  }

  async availability(): Promise<{ available: boolean; reason?: string }> {
    const state = await inspectModel(this.#pool.root, 'whisper')
    return state.ok ? { available: true } : { available: false, reason: state.reason }
  }

  /** English text of one segment of at most 12 seconds; empty when nothing was understood. */
  async translate(pcm: Int16Array, languageCode: string): Promise<string> {
    const { available, reason } = await this.availability()
    if (!available) throw new SpeechError('unavailable', reason!)
    const language = languageOf(languageCode)
    const job = {
      pcm,
      language: language === 'all' ? undefined : language,
      task: 'translate',
      wordTimes: false,
    } as const
    return (await this.#pool.run('whisper', job, { priority: 'batch' }))?.text ?? ''
  }
}
