import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { SAMPLE_RATE_HZ } from '@livetap/audio'
import type { Decoder } from 'soundswallower'
import { spokenWords } from '../text/spoken-words'
import { letterToSound } from './letter-to-sound'

export interface WordSpan {
  startMs: number
  endMs: number
}

const FRAME_MS = 10
/** Names of strangers must not fill the dictionary of a process that runs for months. */
const MAX_ADDED_WORDS = 20_000

/** Finds where given English words lie in the sound. One at a time: it holds one decoder. */
export class Aligner {
  #decoder: Decoder
  readonly #make: () => Promise<Decoder>
  #added = new Map<string, string>()

  private constructor(decoder: Decoder, make: () => Promise<Decoder>) {
    this.#decoder = decoder
    this.#make = make
  }

  static async load(): Promise<Aligner> {
    const main = createRequire(import.meta.url).resolve('soundswallower')
    const { default: createModule } = (await import(
      pathToFileURL(main).href
    )) as typeof import('soundswallower')
    const module = await createModule({ print: () => {}, printErr: () => {} })
    const make = async () => {
      const decoder = new module.Decoder({
        hmm: join(dirname(main), 'model', 'en-us'),
        samprate: SAMPLE_RATE_HZ,
        // The default beams lose the path on spontaneous speech.
        beam: 1e-100,
        wbeam: 1e-100,
        pbeam: 1e-100,
        loglevel: 'ERROR',
      })
      await decoder.initialize()
      return decoder
    }
    return new Aligner(await make(), make)
  }

  /** Phones of a spoken word, from the dictionary or by rule. */
  phonesOf(word: string): string[] {
    return (this.#added.get(word) ?? this.#decoder.lookup_word(word) ?? letterToSound(word).join(' ')).split(
      ' ',
    )
  }

  /**
   * The span of each written word, or undefined where the text does not fit the sound. A word that is
   * not said (bare punctuation) gets an empty span where it stands.
   */
  async align(samples: Float32Array, written: readonly string[]): Promise<WordSpan[] | undefined> {
    const spoken = written.map(spokenWords)
    const flat = spoken.flat()
    if (flat.length === 0 || samples.length < 1600) return undefined
    await this.#learn(flat)
    const found = this.#run(samples, flat)
    if (!found || found.length !== flat.length) return undefined
    let at = 0
    let lastMs = found[0]!.startMs
    return spoken.map(words => {
      const own = found.slice(at, at + words.length)
      at += words.length
      const span = own.length
        ? { startMs: own[0]!.startMs, endMs: own.at(-1)!.endMs }
        : { startMs: lastMs, endMs: lastMs }
      lastMs = span.endMs
      return span
    })
  }

  async #learn(words: readonly string[]): Promise<void> {
    if (this.#added.size > MAX_ADDED_WORDS) {
      this.#decoder.delete()
      this.#decoder = await this.#make()
      this.#added.clear()
    }
    for (const word of new Set(words)) {
      if (this.#added.has(word) || this.#decoder.lookup_word(word)) continue
      const phones = letterToSound(word).join(' ') || 'AH'
      this.#decoder.add_words([word, phones])
      this.#added.set(word, phones)
    }
  }

  #run(samples: Float32Array, words: readonly string[]): WordSpan[] | undefined {
    try {
      this.#decoder.set_align_text(words.join(' '))
      this.#decoder.start()
      try {
        this.#decoder.process_audio(samples, false, true)
      } finally {
        this.#decoder.stop()
      }
      const segments = this.#decoder.get_alignment({}).w ?? []
      return segments
        .filter(({ t }) => !/^[<[]/.test(t))
        .map(({ b, d }) => ({
          startMs: Math.round(b * 1000),
          endMs: Math.round((b + d) * 1000 - FRAME_MS / 2),
        }))
    } catch {
      return undefined
    }
  }
}
