export interface TranslationPair {
  from: string
  to: string
}

export interface TranslatorAvailability {
  available: boolean
  reason?: string
  pairs: TranslationPair[]
}

export interface Translator {
  readonly name: string
  availability(): Promise<TranslatorAvailability>
  /** Rejects with a `SpeechError`; never answers the text it was given in place of a translation. */
  translate(text: string, from: string, to: string, signal?: AbortSignal): Promise<string>
  close(): Promise<void>
}
