import type { WordSpan } from './aligner'

/** Spreads words over a voiced part by their length: an estimate, and marked as one by the caller. */
export function spreadWords(words: readonly string[], startMs: number, endMs: number): WordSpan[] {
  const weights = words.map(word => word.length + 1)
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  let at = startMs
  return weights.map(weight => {
    const from = at
    at += ((endMs - startMs) * weight) / Math.max(1, total)
    return { startMs: Math.round(from), endMs: Math.round(at) }
  })
}
