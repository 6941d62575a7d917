import type { TimedWord, TimeRange } from '../model'
import { splitWords } from '../read/split-words'
import { keptWords } from './diff-words'

/** Places texts in a range one after another, each as long as its share of the letters. */
export function spreadWords(texts: readonly string[], range: TimeRange): TimedWord[] {
  const letters = texts.reduce((sum, text) => sum + text.length, 0)
  const lengthMs = Math.max(0, range.endMs - range.startMs)
  let passed = 0
  const at = () => range.startMs + (letters === 0 ? 0 : Math.round((lengthMs * passed) / letters))
  return texts.map(text => {
    const startMs = at()
    passed += text.length
    return { text, startMs, endMs: passed === letters ? range.startMs + lengthMs : at() }
  })
}

/**
 * The words of an edited text with times. Words that sound the same keep theirs, to the millisecond. What
 * replaces n words by n takes theirs one by one; other replacements are spread over the time of what they
 * replace; insertions over the pause they fall into (no time at all when there is none).
 * `range` is the utterance's own time, for words that are before the first or after the last kept one.
 */
export function retimeWords(before: readonly TimedWord[], newText: string, range: TimeRange): TimedWord[] {
  const texts = splitWords(newText).map(span => span.text)
  const kept = keptWords(
    before.map(word => word.text),
    texts,
  )
  const result: TimedWord[] = []
  let oldAt = 0
  let newAt = 0
  for (const [oldKept, newKept] of [...kept, [before.length, texts.length] as const]) {
    const changed = texts.slice(newAt, newKept)
    const replaced = before.slice(oldAt, oldKept)
    if (changed.length === replaced.length) {
      changed.forEach((text, i) => {
        result.push({ text, startMs: replaced[i]!.startMs, endMs: replaced[i]!.endMs })
      })
    } else if (changed.length > 0) {
      const pause = {
        startMs: before[oldAt - 1]?.endMs ?? range.startMs,
        endMs: before[oldKept]?.startMs ?? range.endMs,
      }
      for (const word of spreadWords(changed, replaced.length > 0 ? hull(replaced) : pause)) result.push(word)
    }
    const same = before[oldKept]
    if (same) {
      const text = texts[newKept]!
      // A corrected spelling is no longer what the recogniser was sure of.
      result.push(text === same.text ? same : { text, startMs: same.startMs, endMs: same.endMs })
    }
    oldAt = oldKept + 1
    newAt = newKept + 1
  }
  return result
}

function hull(words: readonly TimedWord[]): TimeRange {
  let startMs = Number.POSITIVE_INFINITY
  let endMs = 0
  for (const word of words) {
    startMs = Math.min(startMs, word.startMs)
    endMs = Math.max(endMs, word.endMs)
  }
  return { startMs, endMs }
}
