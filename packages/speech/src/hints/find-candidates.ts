import { spokenWords } from '../text/spoken-words'
import type { HintPhrase } from './hint-phrases'
import { soundDistance } from './phonetics'

export interface Candidate {
  phrase: HintPhrase
  /** Words of the text it would stand for. */
  from: number
  to: number
  distance: number
}

/** Places of a text that sound like a phrase, nearest first. */
export function findCandidates(
  words: readonly string[],
  phrases: readonly HintPhrase[],
  phonesOf: (word: string) => string[],
  farthest: number,
): Candidate[] {
  const phones = words.map(word => spokenWords(word).flatMap(phonesOf))
  const found: Candidate[] = []
  for (const phrase of phrases) {
    const size = phrase.phones.length
    for (let from = 0; from < words.length; from++) {
      const span: string[] = []
      for (let to = from + 1; to <= Math.min(words.length, from + 6); to++) {
        span.push(...phones[to - 1]!)
        if (span.length > size * 1.8 + 2) break
        if (span.length < size * 0.5 - 1) continue
        const distance = soundDistance(span, phrase.phones)
        if (distance <= farthest) found.push({ phrase, from, to, distance })
      }
    }
  }
  return found.sort((a, b) => a.distance - b.distance)
}

/** The nearest candidates that do not overlap one another. */
export function withoutOverlaps(candidates: readonly Candidate[]): Candidate[] {
  const taken: Candidate[] = []
  for (const candidate of candidates) {
    if (taken.every(({ from, to }) => candidate.to <= from || candidate.from >= to)) taken.push(candidate)
  }
  return taken.sort((a, b) => a.from - b.from)
}
