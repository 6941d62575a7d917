import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { SpeechError } from '../speech-error'
import type { TranslationPair, Translator, TranslatorAvailability } from './translator'

const run = promisify(execFile)
const MAX_TEXT = 20_000

/** Apertium's three-letter codes of the product's languages. */
const codes: Record<string, string> = {
  en: 'eng',
  es: 'spa',
  fr: 'fra',
  it: 'ita',
  pt: 'por',
  ca: 'cat',
  de: 'deu',
  nl: 'nld',
  pl: 'pol',
  ru: 'rus',
}
const short = new Map(
  Object.entries(codes).flatMap(([two, three]) => [
    [three, two],
    [two, two],
  ]),
)

/** The `apertium` program of this machine, with the pairs that are installed. */
export class Apertium implements Translator {
  readonly name = 'apertium'
  readonly #options: { program?: string; timeoutMs?: number }
  #modes: Promise<Map<string, string>> | undefined

  constructor(options: { program?: string; timeoutMs?: number } = {}) {
    this.#options = options
  }

  async availability(): Promise<TranslatorAvailability> {
    try {
      const pairs = [...(await this.#installed()).keys()].map(key => {
        const [from, to] = key.split('>')
        return { from: from!, to: to! } satisfies TranslationPair
      })
      if (pairs.length) return { available: true, pairs }
      return { available: false, reason: 'apertium has no language pair installed', pairs: [] }
    } catch {
      return { available: false, reason: 'The program apertium is not installed', pairs: [] }
    }
  }

  async translate(text: string, from: string, to: string, signal?: AbortSignal): Promise<string> {
    const mode = (await this.#installed().catch(() => undefined))?.get(`${from}>${to}`)
    if (!mode) throw new SpeechError('unsupported_language', `apertium does not translate ${from} to ${to}`)
    if (text.length > MAX_TEXT) throw new SpeechError('overflow', 'The text is too long to translate')
    // The program opens its input by name, which a socket (as a child's input here is) does not allow.
    const folder = await mkdtemp(join(tmpdir(), 'livetap-apertium-'))
    try {
      const file = join(folder, 'text')
      await writeFile(file, text)
      const { stdout } = await run(this.#program, ['-u', mode, file], {
        timeout: this.#options.timeoutMs ?? 15_000,
        signal,
      })
      const translated = stdout.trim()
      if (!translated) throw new Error('it gave no translation')
      return translated
    } catch (error) {
      throw new SpeechError('remote', `apertium failed: ${(error as Error).message}`, { cause: error })
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

  async close(): Promise<void> {}

  get #program(): string {
    return this.#options.program ?? 'apertium'
  }

  #installed(): Promise<Map<string, string>> {
    this.#modes ??= run(this.#program, ['-l'], { timeout: 10_000 }).then(({ stdout }) => {
      const found = new Map<string, string>()
      for (const line of stdout.split('\n')) {
        const mode = line.trim()
        const [from, to, variant] = mode.split(/[-_]/)
        const [a, b] = [short.get(from ?? ''), short.get(to ?? '')]
        if (a && b && !variant) found.set(`${a}>${b}`, mode)
      }
      return found
    })
    this.#modes.catch(() => {
      this.#modes = undefined
    })
    return this.#modes
  }
}
