import { alignSequences } from '../../text/align-sequences'
import { spokenWords } from '../../text/spoken-words'

export interface WordError {
  rate: number
  errors: number
  words: number
  /** What was said and what was written, where they differ. */
  differences: [said: string, written: string][]
}

/** Texts as they are said: case, punctuation, hyphens, numerals and abbreviations make no difference. */
export function normalizeText(text: string): string[] {
  return text.split(/\s+/).flatMap(spokenWords)
}

export function wordError(reference: string, hypothesis: string): WordError {
  const said = normalizeText(reference)
  const pairs = alignSequences(said, normalizeText(hypothesis), (a, b) => a === b)
  const differences = pairs.filter(([a, b]) => a !== b).map(([a, b]): [string, string] => [a ?? '', b ?? ''])
  return {
    rate: differences.length / Math.max(1, said.length),
    errors: differences.length,
    words: said.length,
    differences,
  }
}

/** One rate over many texts, each word counting the same. */
export function totalWordError(parts: readonly WordError[]): number {
  const errors = parts.reduce((sum, part) => sum + part.errors, 0)
  return (
    errors /
    Math.max(
      1,
      parts.reduce((sum, part) => sum + part.words, 0),
    )
  )
}
