import { LONG_WORDS, numbersIn } from '@livetap/speech/testing'
import type { Finding } from './operation'

/** A line of a transcript, on any clock. */
export interface SpokenLine {
  text: string
  startMs: number
  endMs: number
}

const WORD_MS = LONG_WORDS.spokenMs
/** A word may be cut in two where the network stood still: both parts together are as long as it. */
const MISSING = 0.85
const TOO_LONG = 1.15

/** Each of the words from 0 on was said once: none is missing, cut off, or there twice. */
export function compareWords(where: string, count: number, lines: readonly SpokenLine[]): Finding {
  const lengths = new Map<number, number>()
  const places = new Map<number, string[]>()
  for (const { text, startMs, endMs } of lines) {
    const numbers = numbersIn(text)
    // A line of several words has pauses in it: each counts as whole.
    const length = numbers.length === 1 ? endMs - startMs : WORD_MS
    for (const n of numbers) {
      lengths.set(n, (lengths.get(n) ?? 0) + length)
      places.set(n, [...(places.get(n) ?? []), `${startMs} to ${endMs} ms`])
    }
  }
  const finding: Finding = { lost: [], doubled: [] }
  for (let n = 0; n < count; n += 1) {
    const part = (lengths.get(n) ?? 0) / WORD_MS
    const found = `${where}: word ${n} of ${count} for ${Math.round(part * 100)} % (${places.get(n)?.join(', ') ?? 'nowhere'})`
    if (part < MISSING) finding.lost.push(found)
    if (part > TOO_LONG) finding.doubled.push(found)
  }
  return finding
}
