import { spreadWords } from '../edit/retime-words'
import type { TimedWord, TimeRange } from '../model'
import { placePlainWords } from './place-plain-words'
import { placeSplitWords, placeWords } from './place-words'
import type { PlacedWords } from './placed-words'
import { endOf, fieldsOf, numberOf, startOf, textOf } from './read-fields'
import { splitWords } from './split-words'

interface LooseWord {
  readonly text: string
  readonly startMs: number | undefined
  readonly endMs: number | undefined
  readonly confidence: number | undefined
}

function looseWords(values: readonly unknown[]): LooseWord[] {
  const words: LooseWord[] = []
  for (const value of values) {
    const fields = fieldsOf(value)
    const text = textOf(fields?.word).trim()
    if (!fields || text === '') continue
    words.push({
      text,
      startMs: startOf(fields),
      endMs: endOf(fields),
      confidence: numberOf(fields.confidence),
    })
  }
  return words
}

/** A word without a start begins where the one before it ended; no word ends before it starts. */
function timedWords(loose: readonly LooseWord[], startMs: number): TimedWord[] {
  let previousEnd = startMs
  return loose.map(({ text, startMs: start = previousEnd, endMs: end = start, confidence }) => {
    previousEnd = Math.max(start, end)
    const word = { text, startMs: start, endMs: previousEnd }
    return confidence === undefined ? word : { ...word, confidence }
  })
}

export function readTimedWords(values: readonly unknown[]): TimedWord[] {
  return timedWords(looseWords(values), 0)
}

/** The words of an utterance in their places, with its own times filled in where it gave none. */
export interface ReadWords extends TimeRange {
  readonly placed: PlacedWords
  /** True when no word had a time of its own. */
  readonly estimated: boolean
}

export function readWords(
  text: string,
  values: readonly unknown[],
  given: { startMs: number | undefined; endMs: number | undefined },
): ReadWords {
  const plain = values.length > 0 ? placePlainWords(text, values) : undefined
  if (plain) {
    const startMs = given.startMs ?? plain.startMs[0]!
    const lastEnd = given.endMs ?? plain.endMs.reduce((end, ms) => Math.max(end, ms), 0)
    return { placed: plain, startMs, endMs: Math.max(startMs, lastEnd), estimated: false }
  }
  const loose = looseWords(values)
  const startMs = given.startMs ?? loose.find(word => word.startMs !== undefined)?.startMs ?? 0
  const words = timedWords(loose, startMs)
  const lastEnd = given.endMs ?? words.reduce((end, word) => Math.max(end, word.endMs), startMs)
  const range = { startMs, endMs: Math.max(startMs, lastEnd) }
  if (loose.some(word => word.startMs !== undefined || word.endMs !== undefined)) {
    return { placed: placeWords(text, words, range), ...range, estimated: false }
  }
  const shown = text.trim() === '' ? loose.map(word => word.text).join(' ') : text
  const texts = splitWords(shown).map(span => span.text)
  return { placed: placeSplitWords(shown, spreadWords(texts, range)), ...range, estimated: texts.length > 0 }
}
