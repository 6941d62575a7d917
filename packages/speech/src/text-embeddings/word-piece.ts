const MAX_WORD_CHARACTERS = 100
const UNKNOWN = '[UNK]'
const FIRST = '[CLS]'
const LAST = '[SEP]'

/** Punctuation as BERT counts it: every ASCII sign, and what Unicode calls punctuation. */
const PUNCTUATION = /[!-/:-@[-`{-~\p{P}]/u
const IDEOGRAPH =
  /[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u{20000}-\u{2a6df}\u{2a700}-\u{2ceaf}\u{2f800}-\u{2fa1f}]/u
/** Each is a token of its own, be there blanks around it or none. */
const OF_ITS_OWN = new RegExp(`(${PUNCTUATION.source}|${IDEOGRAPH.source})`, 'gu')
const INVISIBLE = /(?![\t\n\r])[\p{Cc}\p{Cf}\p{Co}\p{Cs}\ufffd]/gu

/** BERT's uncased WordPiece: words without accents and case, cut into the longest pieces that the vocabulary has. */
export class WordPiece {
  readonly #vocabulary: ReadonlyMap<string, number>

  constructor(vocabulary: Readonly<Record<string, number>>) {
    this.#vocabulary = new Map(Object.entries(vocabulary))
  }

  /** Between the signs of a text's start and end, `maxTokens` in all: what is longer is cut off. */
  encode(text: string, maxTokens: number): number[] {
    const tokens = [this.#id(FIRST)]
    for (const word of wordsOf(text)) {
      for (const piece of this.#piecesOf(word)) {
        if (tokens.length === maxTokens - 1) return [...tokens, this.#id(LAST)]
        tokens.push(piece)
      }
    }
    return [...tokens, this.#id(LAST)]
  }

  #piecesOf(word: string): number[] {
    const characters = [...word]
    if (characters.length > MAX_WORD_CHARACTERS) return [this.#id(UNKNOWN)]
    const pieces: number[] = []
    for (let from = 0; from < characters.length; ) {
      let to = characters.length
      let found: number | undefined
      for (; to > from; to--) {
        found = this.#vocabulary.get((from > 0 ? '##' : '') + characters.slice(from, to).join(''))
        if (found !== undefined) break
      }
      if (found === undefined) return [this.#id(UNKNOWN)]
      pieces.push(found)
      from = to
    }
    return pieces
  }

  #id(sign: string): number {
    const id = this.#vocabulary.get(sign)
    if (id === undefined) throw new Error(`The vocabulary has no ${sign}`)
    return id
  }
}

function wordsOf(text: string): string[] {
  const plain = text
    .replace(INVISIBLE, '')
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replace(/\p{Mn}/gu, '')
  return plain.replace(OF_ITS_OWN, ' $1 ').split(/\s+/u).filter(Boolean)
}
