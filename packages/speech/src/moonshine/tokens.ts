import { LlamaTokenizer } from 'llama-tokenizer-js'

export const START_TOKEN = 1
export const END_TOKEN = 2
export const VOCABULARY_SIZE = 32_768

let tokenizer: LlamaTokenizer | undefined

function vocabulary(): LlamaTokenizer {
  tokenizer ??= new LlamaTokenizer()
  return tokenizer
}

/** Tokens of a text that follows other words. */
export function encodeText(text: string): number[] {
  return vocabulary().encode(text, false, true)
}

/** The model writes a comma twice behind some names. */
const DOUBLED_COMMA = /,{2,}/g

export function decodeTokens(tokens: readonly number[]): string {
  const known = tokens.filter(token => token > END_TOKEN && token < vocabulary().vocabById.length)
  return known.length ? vocabulary().decode(known, false, true).trim().replaceAll(DOUBLED_COMMA, ',') : ''
}

function startsWord(token: number): boolean {
  return vocabulary().vocabById[token]?.startsWith('▁') ?? false
}

export interface TokenWord {
  word: string
  /** Where its tokens lie. */
  from: number
  to: number
}

/** Groups tokens into the words that blanks separate. */
export function wordsOfTokens(tokens: readonly number[]): TokenWord[] {
  const words: TokenWord[] = []
  for (let from = 0; from < tokens.length; ) {
    let to = from + 1
    while (to < tokens.length && !startsWord(tokens[to]!)) to += 1
    const word = decodeTokens(tokens.slice(from, to))
    if (word) words.push({ word, from, to })
    from = to
  }
  return words
}
