import type { RecognizedWord } from '../../recognition'
import { alignSequences } from '../../text/align-sequences'
import { join } from '../compose'
import type { SingleWord } from '../single-words'
import { normalizeText } from './word-error'

const WORDS_AT_ONCE = 6

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/**
 * Errors of starts and ends of words joined at known places, for the words that were recognised. Words are
 * joined a few at a time, with gaps as in speech.
 */
export async function wordTimeErrors(
  words: readonly SingleWord[],
  recognize: (pcm: Int16Array) => Promise<RecognizedWord[]>,
): Promise<{ errors: number[]; median: number; p95: number }> {
  const errors: number[] = []
  for (let at = 0; at < words.length; at += WORDS_AT_ONCE) {
    const group = words.slice(at, at + WORDS_AT_ONCE)
    const { pcm, spans } = join(
      group.map(({ pcm: sound }) => sound),
      index => (index < 0 ? 300 : 180 + ((at + index) % 5) * 40),
    )
    const truth = group.map(({ word }, index) => ({
      word,
      startMs: spans[index]!.startMs,
      endMs: spans[index]!.endMs,
    }))
    const found = await recognize(pcm)
    const same = (a: RecognizedWord, b: RecognizedWord) =>
      normalizeText(a.word).join(' ') === normalizeText(b.word).join(' ')
    for (const [a, b] of alignSequences<RecognizedWord>(truth, found, same)) {
      if (!a || !b || !same(a, b)) continue
      errors.push(Math.abs(a.startMs - b.startMs), Math.abs(a.endMs - b.endMs))
    }
  }
  return { errors, median: quantile(errors, 0.5), p95: quantile(errors, 0.95) }
}
