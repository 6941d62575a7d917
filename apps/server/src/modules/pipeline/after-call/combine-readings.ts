import { combine } from '@livetap/speech'
import type { TimedWord } from '@livetap/transcript'
import type { NewUtterance } from '../../transcripts'

/** A word of which nothing is known is as sure as its sentence. */
export const sureWords = ({ words, confidence }: NewUtterance): TimedWord[] =>
  words.map(word => ({ ...word, confidence: word.confidence ?? confidence ?? undefined }))

/** What was recognised again and what was heard live, word by word: agreement stays, else the surer word wins. */
export function combineReadings(again: NewUtterance, live: readonly TimedWord[]): NewUtterance {
  if (live.length === 0) return again
  const combined = combine(readingOf(sureWords(again)), readingOf(live))
  const words = combined.words.map(({ word, ...rest }) => ({ text: word, ...rest }))
  const isSame = words.map(({ text }) => text).join(' ') === again.words.map(({ text }) => text).join(' ')
  if (isSame || words.length === 0) return again
  return {
    ...again,
    text: combined.text,
    words,
    startMs: words[0]!.startMs,
    endMs: words.at(-1)!.endMs,
    confidence: combined.confidence ?? again.confidence,
    speakerSegments: again.speakerSegments.map(({ speakerId }) => ({ speakerId, text: combined.text })),
  }
}

const readingOf = (words: readonly TimedWord[]) => ({
  text: '',
  words: words.map(({ text, ...rest }) => ({ word: text, ...rest })),
  confidence: undefined,
  timesEstimated: false,
  tokens: [],
})
