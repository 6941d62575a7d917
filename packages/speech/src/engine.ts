import { DEFAULT_ML_ENGINE, languageOf, type MlEngine } from '@livetap/contract'
import type { OnRecognition, RecognitionOptions, RecognitionStream } from './recognition'

export type EngineName = MlEngine
export const DEFAULT_ENGINE: EngineName = DEFAULT_ML_ENGINE

export type EngineFeature =
  | 'interims'
  | 'word-times'
  | 'confidence'
  | 'hints'
  | 'limit-vocab'
  | 'diarization'
  | 'punctuation'
  | 'language-detection'

export interface EngineAvailability {
  available: boolean
  /** One line a person can act on; only when not available. */
  reason?: string
  /** One line on how it works here. */
  note?: string
  /** Language subtags (`en`, `fr`); a locale is served by its language. Empty: what the remote takes. */
  languages: string[]
  features: EngineFeature[]
}

export interface SpeechEngine {
  readonly name: string
  availability(): Promise<EngineAvailability>
  /** Rejects with a `SpeechError`: `unavailable`, `unsupported_language` or `capacity` among others. */
  open(options: RecognitionOptions, on: OnRecognition): Promise<RecognitionStream>
  close(): Promise<void>
}

export function speaksLanguage(availability: EngineAvailability, code: string): boolean {
  const language = languageOf(code)
  if (availability.languages.length === 0) return true
  if (language === 'all') return availability.features.includes('language-detection')
  return availability.languages.includes(language)
}
