import type { TimedWord } from '../model'

/** Words as columns, each a range of `text`. Columns have equal lengths; `from` and `to` rise. */
export interface PlacedWords {
  readonly text: string
  readonly startMs: readonly number[]
  readonly endMs: readonly number[]
  readonly from: readonly number[]
  readonly to: readonly number[]
  /** NaN where unknown; undefined when no word has one. */
  readonly confidence: readonly number[] | undefined
}

export function placedWords(
  text: string,
  words: readonly TimedWord[],
  from: readonly number[],
  to: readonly number[],
): PlacedWords {
  const sure = words.some(word => word.confidence !== undefined)
  return {
    text,
    startMs: words.map(word => word.startMs),
    endMs: words.map(word => word.endMs),
    from,
    to,
    confidence: sure ? words.map(word => word.confidence ?? Number.NaN) : undefined,
  }
}
