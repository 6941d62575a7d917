import type { K2Text } from './k2-messages'

/** Words with times from a transducer's tokens, whose blank marks the start of a word. */
export function wordsOfK2(
  tokens: readonly string[],
  timestamps: readonly number[],
  offsetMs: number,
  endMs: number,
): K2Text {
  const words: K2Text['words'] = []
  tokens.forEach((token, index) => {
    const atMs = Math.round(offsetMs + (timestamps[index] ?? 0) * 1000)
    const piece = token.replaceAll(/[▁ ]/g, '')
    const starts = /^[▁ ]/.test(token) || words.length === 0
    if (starts && piece) words.push({ word: piece, startMs: atMs, endMs: atMs })
    else if (words.length) words.at(-1)!.word += piece
  })
  words.forEach((word, index) => {
    // A token's time is where it was recognised: a word ends before the next, and is seldom longer than this.
    word.endMs = Math.min(words[index + 1]?.startMs ?? endMs, word.startMs + 120 + word.word.length * 90)
  })
  return { text: words.map(({ word }) => word).join(' '), words }
}
