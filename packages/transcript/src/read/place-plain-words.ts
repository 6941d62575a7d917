import type { PlacedWords } from './placed-words'
import { fieldsOf } from './read-fields'

const BLANK = 32

/**
 * The straight road for well-formed data: every word timed, and the transcript nothing but the words and
 * blanks. One pass without an object a word, for meetings of 100,000. Undefined for anything else, which the
 * tolerant readers then take.
 */
export function placePlainWords(text: string, values: readonly unknown[]): PlacedWords | undefined {
  const startMs: number[] = []
  const endMs: number[] = []
  const from: number[] = []
  const to: number[] = []
  let confidence: number[] | undefined
  let at = 0
  for (const value of values) {
    const fields = fieldsOf(value)
    if (!fields) return undefined
    const { word, start_millis: start, end_millis: end, confidence: sure } = fields
    if (typeof word !== 'string' || word === '' || word.trim() !== word) return undefined
    if (!isMoment(start) || !isMoment(end) || end < start) return undefined
    while (text.charCodeAt(at) === BLANK) at++
    if (!text.startsWith(word, at)) return undefined
    from.push(at)
    at += word.length
    to.push(at)
    if (sure !== undefined) {
      if (!isMoment(sure)) return undefined
      confidence ??= startMs.map(() => Number.NaN)
    }
    confidence?.push(sure ?? Number.NaN)
    startMs.push(start)
    endMs.push(end)
  }
  while (text.charCodeAt(at) === BLANK) at++
  return at === text.length ? { text, startMs, endMs, from, to, confidence } : undefined
}

function isMoment(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value < Number.POSITIVE_INFINITY
}
