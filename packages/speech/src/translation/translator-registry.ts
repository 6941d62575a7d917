import { languageOf } from '@livetap/contract'
import { SpeechError } from '../speech-error'
import type { TranslationPair, Translator } from './translator'

export interface TranslatorEntry {
  name: string
  available: boolean
  reason?: string
  pairs: TranslationPair[]
}

/** Every translator of this machine, the better one first; it owns and closes them. */
export class TranslatorRegistry {
  readonly #translators: readonly Translator[]

  constructor(translators: readonly Translator[]) {
    this.#translators = translators
  }

  async list(): Promise<TranslatorEntry[]> {
    return Promise.all(
      this.#translators.map(async translator => ({
        name: translator.name,
        ...(await translator.availability()),
      })),
    )
  }

  /** What can be translated now, each pair once. */
  async pairs(): Promise<TranslationPair[]> {
    const all = (await this.list()).flatMap(({ available, pairs }) => (available ? pairs : []))
    return [...new Map(all.map(pair => [`${pair.from}>${pair.to}`, pair])).values()]
  }

  /** Locales are taken by their language. Rejects with `unsupported_language` when no one can. */
  async translate(text: string, from: string, to: string, signal?: AbortSignal): Promise<string> {
    const [source, target] = [languageOf(from), languageOf(to)]
    if (source === target || !text.trim()) return text
    for (const translator of this.#translators) {
      const { available, pairs } = await translator.availability()
      if (!available || !pairs.some(pair => pair.from === source && pair.to === target)) continue
      return translator.translate(text, source, target, signal)
    }
    throw new SpeechError('unsupported_language', `Nothing here translates ${source} to ${target}`)
  }

  async close(): Promise<void> {
    await Promise.all(this.#translators.map(translator => translator.close()))
  }
}
