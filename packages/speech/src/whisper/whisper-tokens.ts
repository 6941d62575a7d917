import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

interface TokenizerFile {
  model: { vocab: Record<string, number> }
}

interface GenerationFile {
  lang_to_id: Record<string, number>
  suppress_tokens: number[]
  begin_suppress_tokens: number[]
  alignment_heads: [number, number][]
}

export const whisperTokens = {
  end: 50_257,
  start: 50_258,
  translate: 50_358,
  transcribe: 50_359,
  noSpeech: 50_362,
  noTimestamps: 50_363,
} as const

/** The byte behind each printable character of a byte-level vocabulary. */
function byteOfCharacter(): Map<string, number> {
  const map = new Map<string, number>()
  let spare = 256
  for (let byte = 0; byte < 256; byte++) {
    const printable = (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || byte >= 174
    map.set(String.fromCodePoint(printable ? byte : spare++), byte)
  }
  return map
}

export interface WhisperWord {
  text: string
  from: number
  to: number
}

/** Languages written without blanks between words. */
const unspaced = new Set(['zh', 'ja', 'th', 'lo', 'my', 'yue'])

export class WhisperVocabulary {
  readonly #bytes: Uint8Array[]

  private constructor(
    bytes: Uint8Array[],
    readonly languages: ReadonlyMap<string, number>,
    readonly suppressed: readonly number[],
    readonly suppressedFirst: readonly number[],
    readonly alignmentHeads: readonly [number, number][],
  ) {
    this.#bytes = bytes
  }

  static async load(folder: string): Promise<WhisperVocabulary> {
    const read = async (name: string) => JSON.parse(await readFile(join(folder, name), 'utf8')) as unknown
    const tokenizer = (await read('tokenizer.json')) as TokenizerFile
    const generation = (await read('generation_config.json')) as GenerationFile
    const byteOf = byteOfCharacter()
    const bytes: Uint8Array[] = []
    for (const [text, id] of Object.entries(tokenizer.model.vocab)) {
      bytes[id] = Uint8Array.from([...text], character => byteOf.get(character) ?? 63)
    }
    const languages = new Map(
      Object.entries(generation.lang_to_id).map(([name, id]) => [name.replaceAll(/[<|>]/g, ''), id]),
    )
    return new WhisperVocabulary(
      bytes,
      languages,
      generation.suppress_tokens,
      generation.begin_suppress_tokens,
      generation.alignment_heads,
    )
  }

  decode(tokens: readonly number[]): string {
    const parts = tokens.filter(token => token < whisperTokens.end).map(token => this.#bytes[token]!)
    return Buffer.concat(parts).toString('utf8')
  }

  /** Groups tokens into words: at blanks, or at whole characters where the language has no blanks. */
  words(tokens: readonly number[], language: string): WhisperWord[] {
    const words: WhisperWord[] = []
    for (let from = 0; from < tokens.length; ) {
      let to = from + 1
      const complete = () => !this.decode(tokens.slice(from, to)).includes('\uFFFD')
      const blank = () => this.#bytes[tokens[to]!]?.[0] === 32
      const letters = (at: number) => /[\p{L}\p{N}]/u.test(this.decode(tokens.slice(at, at + 1)))
      if (unspaced.has(language)) while (to < tokens.length && (!complete() || !letters(to))) to += 1
      else while (to < tokens.length && !blank()) to += 1
      const text = this.decode(tokens.slice(from, to)).trim()
      if (text) words.push({ text, from, to })
      from = to
    }
    return words
  }
}
