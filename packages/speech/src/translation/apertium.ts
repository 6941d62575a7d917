import { execFile, spawn } from 'node:child_process'
import { promisify } from 'node:util'
import { SpeechError } from '../speech-error'
import type { TranslationPair, Translator, TranslatorAvailability } from './translator'

const run = promisify(execFile)
const mostText = 20_000

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
  private modes: Promise<Map<string, string>> | undefined

  constructor(private readonly options: { program?: string; timeoutMs?: number } = {}) {}

  async availability(): Promise<TranslatorAvailability> {
    try {
      const pairs = [...(await this.installed()).keys()].map(key => {
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
    const mode = (await this.installed().catch(() => undefined))?.get(`${from}>${to}`)
    if (!mode) throw new SpeechError('unsupported-language', `apertium does not translate ${from} to ${to}`)
    if (text.length > mostText) throw new SpeechError('overflow', 'The text is too long to translate')
    const program = this.options.program ?? 'apertium'
    return new Promise((resolve, reject) => {
      const child = spawn(program, ['-u', mode], {
        stdio: ['pipe', 'pipe', 'ignore'],
        timeout: this.options.timeoutMs ?? 15_000,
        signal,
      })
      const parts: Buffer[] = []
      child.stdout.on('data', (part: Buffer) => parts.push(part))
      child.stdin.on('error', () => {})
      child.on('error', error => reject(new SpeechError('remote', `apertium failed: ${error.message}`)))
      child.on('close', code => {
        const out = Buffer.concat(parts).toString('utf8').trim()
        if (code === 0 && out) resolve(out)
        else reject(new SpeechError('remote', 'apertium gave no translation'))
      })
      child.stdin.end(text)
    })
  }

  async close(): Promise<void> {}

  private installed(): Promise<Map<string, string>> {
    this.modes ??= run(this.options.program ?? 'apertium', ['-l'], { timeout: 10_000 }).then(({ stdout }) => {
      const found = new Map<string, string>()
      for (const line of stdout.split('\n')) {
        const mode = line.trim()
        const [from, to, variant] = mode.split(/[-_]/)
        const [a, b] = [short.get(from ?? ''), short.get(to ?? '')]
        if (a && b && !variant) found.set(`${a}>${b}`, mode)
      }
      return found
    })
    this.modes.catch(() => {
      this.modes = undefined
    })
    return this.modes
  }
}
