import type { RecognitionResult } from '../recognition'

/** A mark inside a number or a word ("3.5", "10:30", "don't") is part of it; full-width marks never are. */
const MARKS = /[。、，！？；：「」]|[.,!?;:…]+(?![\p{L}\p{N}])|["“”«»()]/gu

const bare = (text: string): string => text.replace(MARKS, '').replace(/\s+/g, ' ').trim()

/** A result for a caller that asked for plain words; a word that was nothing but a mark goes. */
export function withoutPunctuation(result: RecognitionResult): RecognitionResult {
  return {
    ...result,
    text: bare(result.text),
    words: result.words.flatMap(word => {
      const text = bare(word.word)
      return text === '' ? [] : [{ ...word, word: text }]
    }),
  }
}
