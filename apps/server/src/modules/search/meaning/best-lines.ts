import { type Int8Vector, likeness } from './int8-vector'
import type { PassageLineFound } from './meaning.store'

/** Lines whose own embeddings are made for one question at most. */
const MAX_EMBEDDED_LINES = 24
const SHORT = 20

/** Whether it is long enough to be about something. */
export const isTelling = (text: string): boolean => text.length >= SHORT

/** The lines of each passage that may stand for it: "Yes." does where nothing longer is said. */
export function candidatesOf(
  passages: readonly number[],
  lines: readonly PassageLineFound[],
): PassageLineFound[][] {
  return passages.flatMap(id => {
    const all = lines.filter(({ passageId }) => passageId === id)
    if (all.length === 0) return []
    const longer = all.filter(({ text }) => isTelling(text))
    return [longer.length > 0 ? longer : all]
  })
}

/** Of the first passages those lines that only their embeddings can choose from. */
export function linesToEmbed(candidates: readonly PassageLineFound[][]): string[] {
  const texts: string[] = []
  for (const lines of candidates) {
    if (lines.length === 1 || lines.some(({ all }) => all > 0)) continue
    if (texts.length + lines.length > MAX_EMBEDDED_LINES) break
    texts.push(...lines.map(({ text }) => text))
  }
  return texts
}

/** The line that holds the words, else the one nearest in meaning, else the one with the most of the words, or the longest. */
export function bestLine(
  lines: readonly PassageLineFound[],
  question: Int8Vector,
  vectors: ReadonlyMap<string, Int8Vector>,
): PassageLineFound {
  const isEmbedded = lines.every(({ text }) => vectors.has(text))
  const orders: ((line: PassageLineFound) => number)[] = [
    ({ all }) => all,
    ({ text }) => (isEmbedded ? likeness(question, vectors.get(text)!) : 0),
    ({ any }) => any,
    ({ text }) => text.length,
  ]
  return lines.reduce((best, line) => {
    const order = orders.find(by => by(line) !== by(best))
    return order && order(line) > order(best) ? line : best
  })
}
