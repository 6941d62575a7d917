import { languageOf } from '@livetap/contract'
import type { EngineAvailability, SpeechEngine } from '../engine'
import type { ModelId } from '../models/manifest'
import { inspectModel, type ModelState } from '../models/model-folder'
import { RecognizerPool, type RecognizerPoolOptions, type StreamClass } from '../pool/recognizer-pool'
import type { OnRecognition, RecognitionOptions, RecognitionStream } from '../recognition'
import { SpeechError } from '../speech-error'
import { NutcrackerStream } from './nutcracker-stream'
import { SegmentDecoder } from './segment-decoder'
import { SegmentSpeakers } from './speakers/segment-speakers'
import { SpeakerTracker } from './speakers/speaker-tracker'

/** What Whisper base does well enough to offer, beside English. */
const whisperLanguages = [
  'fr',
  'es',
  'de',
  'it',
  'pt',
  'nl',
  'pl',
  'ru',
  'uk',
  'tr',
  'sv',
  'da',
  'no',
  'fi',
  'cs',
  'sk',
  'ro',
  'hu',
  'el',
  'bg',
  'hr',
  'ca',
  'hi',
  'ja',
  'ko',
  'zh',
  'id',
  'ms',
  'vi',
  'th',
  'ar',
  'he',
]

let streamCount = 0

/** Our own engine: Silero and Moonshine for English, Whisper for the other languages. */
export class NutcrackerEngine implements SpeechEngine {
  readonly name = 'nutcracker'
  readonly pool: RecognizerPool
  readonly #ownsPool: boolean
  /** Contents are compared once; sizes at every question, as files can vanish under a running server. */
  readonly #compared = new Map<ModelId, Promise<ModelState>>()

  constructor(options: RecognizerPoolOptions & { pool?: RecognizerPool } = {}) {
    this.#ownsPool = !options.pool
    this.pool = options.pool ?? new RecognizerPool(options)
  }

  async availability(): Promise<EngineAvailability> {
    const missing: EngineAvailability = { available: false, languages: [], features: [] }
    for (const id of ['silero', 'moonshine'] as const) {
      const state = await this.#stateOf(id)
      if (!state.ok) return { ...missing, reason: state.reason }
    }
    const whisper = (await this.#stateOf('whisper')).ok
    const speakers = (await this.#stateOf('speaker')).ok
    return {
      available: true,
      note: whisper ? await this.pool.offlineWhisper.describe() : undefined,
      languages: whisper ? ['en', ...whisperLanguages] : ['en'],
      features: [
        'interims',
        'word-times',
        'confidence',
        'hints',
        'limit-vocab',
        'punctuation',
        ...(speakers ? (['diarization'] as const) : []),
        ...(whisper ? (['language-detection'] as const) : []),
      ],
    }
  }

  async open(options: RecognitionOptions, on: OnRecognition): Promise<RecognitionStream> {
    const { available, reason, languages, features } = await this.availability()
    if (!available) throw new SpeechError('unavailable', reason ?? 'The engine is not available')
    const language = languageOf(options.languageCode)
    const known = language === 'all' ? features.includes('language-detection') : languages.includes(language)
    if (!known)
      throw new SpeechError('unsupported_language', `nutcracker does not know "${options.languageCode}"`)
    const kind: StreamClass =
      options.interims === false ? 'batch' : language === 'en' ? 'live' : 'other-language'
    // Its weights may have to come first, which takes longer than a stream may do not move.
    if (kind === 'batch' && language !== 'en') await this.pool.offlineWhisper.choose()
    const slot = this.pool.admit(kind, options.owner)
    const key = `stream-${++streamCount}`
    const whisper = features.includes('language-detection')
    const decoder = new SegmentDecoder(this.pool, key, options, whisper)
    const isDiarized = options.diarization && features.includes('diarization')
    return new NutcrackerStream(options, on, {
      pool: this.pool,
      decoder,
      speakers: isDiarized ? this.#speakers(options, decoder.batch) : undefined,
      key,
      slot,
    })
  }

  #speakers({ diarization, voices }: RecognitionOptions, isBatch: boolean): SegmentSpeakers {
    const { pool } = this
    const tracker = new SpeakerTracker(pool, voices)
    return new SegmentSpeakers({ pool, tracker, isBatch, isOptional: diarization === 'if-in-time' })
  }

  /** Loads the English models now, so that the first words are as fast as all others. */
  async warm(): Promise<void> {
    if ((await this.availability()).available) await this.pool.warm()
  }

  async close(): Promise<void> {
    if (this.#ownsPool) await this.pool.close()
  }

  async #stateOf(id: ModelId): Promise<ModelState> {
    const state = await inspectModel(this.pool.root, id)
    if (!state.ok) {
      this.#compared.delete(id)
      return state
    }
    let compared = this.#compared.get(id)
    if (!compared) {
      compared = inspectModel(this.pool.root, id, { deep: true })
      this.#compared.set(id, compared)
    }
    return compared
  }
}
