import { SpeechError } from '../speech-error'
import type { Translator, TranslatorAvailability } from './translator'

export interface LibreTranslateOptions {
  /** Base address; without it the engine is not there. */
  url?: string
  apiKey?: string
  timeoutMs?: number
}

interface Language {
  code: string
  targets?: string[]
}

const PAIRS_LAST_MS = 60_000

/** Any server with LibreTranslate's interface. */
export class LibreTranslate implements Translator {
  readonly name = 'libretranslate'
  readonly #options: LibreTranslateOptions
  #known: { at: number; found: TranslatorAvailability } | undefined

  constructor(options: LibreTranslateOptions) {
    this.#options = options
  }

  async availability(): Promise<TranslatorAvailability> {
    if (!this.#options.url) {
      return { available: false, reason: 'Set LIVETAP_TRANSLATE_URL to a LibreTranslate server', pairs: [] }
    }
    if (this.#known && performance.now() - this.#known.at < PAIRS_LAST_MS) return this.#known.found
    const found = await this.#ask()
    // A server that is down is asked again at once: only good news is kept.
    if (found.available) this.#known = { at: performance.now(), found }
    return found
  }

  async translate(text: string, from: string, to: string, signal?: AbortSignal): Promise<string> {
    const { url, apiKey } = this.#options
    if (!url) throw new SpeechError('unavailable', 'LIVETAP_TRANSLATE_URL is not set')
    const body = { q: text, source: from, target: to, format: 'text', api_key: apiKey || undefined }
    const answer = (await this.#call('translate', signal, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })) as { translatedText?: unknown }
    if (typeof answer.translatedText !== 'string')
      throw new SpeechError('remote', 'The server sent no translation')
    return answer.translatedText
  }

  async close(): Promise<void> {}

  async #ask(): Promise<TranslatorAvailability> {
    try {
      const languages = (await this.#call('languages')) as Language[]
      const codes = languages.map(({ code }) => code)
      const pairs = languages.flatMap(({ code, targets = codes }) =>
        targets.filter(to => to !== code).map(to => ({ from: code, to })),
      )
      return { available: true, pairs }
    } catch (error) {
      return { available: false, reason: (error as Error).message, pairs: [] }
    }
  }

  async #call(path: string, signal?: AbortSignal, init: RequestInit = {}): Promise<unknown> {
    const limit = AbortSignal.timeout(this.#options.timeoutMs ?? 15_000)
    try {
      const base = this.#options.url!.replace(/\/+$/, '')
      const answer = await fetch(`${base}/${path}`, {
        ...init,
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
      })
      if (!answer.ok) throw new Error(`it answered ${answer.status}`)
      return await answer.json()
    } catch (error) {
      throw new SpeechError('remote', `The translation server failed: ${(error as Error).message}`, {
        cause: error,
      })
    }
  }
}
