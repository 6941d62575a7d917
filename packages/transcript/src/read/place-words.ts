import { retimeWords } from '../edit/retime-words'
import type { TimedWord, TimeRange } from '../model'
import { type PlacedWords, placedWords } from './placed-words'
import { splitWords } from './split-words'

const SPOKEN = /[\p{L}\p{N}]/u

/** Finds each word in the transcript in turn; undefined when a word is missing there or letters are left over. */
function findInOrder(transcript: string, words: readonly TimedWord[]): PlacedWords | undefined {
  const from: number[] = []
  const to: number[] = []
  let at = 0
  for (const word of words) {
    let start = at
    while (start < transcript.length && !transcript.startsWith(word.text, start)) {
      const step = transcript.codePointAt(start)! > 0xffff ? 2 : 1
      if (SPOKEN.test(transcript.slice(start, start + step))) return undefined
      start += step
    }
    if (!transcript.startsWith(word.text, start)) return undefined
    at = start + word.text.length
    from.push(start)
    to.push(at)
  }
  if (SPOKEN.test(transcript.slice(at))) return undefined
  return placedWords(transcript, words, from, to)
}

/** Words that are exactly the text's own, by white space. */
export function placeSplitWords(text: string, words: readonly TimedWord[]): PlacedWords {
  const spans = splitWords(text)
  return placedWords(
    text,
    words,
    spans.map(span => span.from),
    spans.map(span => span.to),
  )
}

function joinWords(words: readonly TimedWord[]): PlacedWords {
  const from: number[] = []
  const to: number[] = []
  let at = 0
  for (const word of words) {
    from.push(at)
    to.push(at + word.text.length)
    at += word.text.length + 1
  }
  return placedWords(words.map(word => word.text).join(' '), words, from, to)
}

/**
 * Brings an utterance's transcript and its words together, so that all of the text shows and every word is a
 * range of it. Where the two disagree the transcript wins and its words are timed from the given ones.
 */
export function placeWords(transcript: string, words: readonly TimedWord[], range: TimeRange): PlacedWords {
  if (transcript.trim() === '') return joinWords(words)
  return findInOrder(transcript, words) ?? placeSplitWords(transcript, retimeWords(words, transcript, range))
}
