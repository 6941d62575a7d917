import { findWake } from '../hotword/wake-phrase'
import type { RecognizedText } from '../pool/jobs'
import { alignSequences } from '../text/align-sequences'
import { spokenWords } from '../text/spoken-words'

type Word = RecognizedText['words'][number]

const key = ({ word }: Word) => spokenWords(word).join(' ')
/** What one of the two left out must be this sure to stay. */
const surplus = 0.75

/** Words of two readings stay in the order of the text; where their times cross, the later word yields. */
function rising(words: readonly Word[]): Word[] {
  let earliest = 0
  return words.map(word => {
    const startMs = Math.max(word.startMs, earliest)
    earliest = startMs
    return { ...word, startMs, endMs: Math.max(word.endMs, startMs) }
  })
}

/**
 * A sentence in which the assistant is called, by the text and the sound: no other engine knows the name, and what it makes
 * of it ("even", "OKAVA", "how") would stand between the call and its command.
 */
export const isSettledCall = (text: string): boolean => findWake(text)?.clear === true

/** Two readings of one sound, word by word: agreement stays, else the surer word wins. A call stays as it was read first. */
export function combine(first: RecognizedText, second: RecognizedText): RecognizedText {
  if (isSettledCall(first.text)) return first
  const words: Word[] = []
  for (const [a, b] of alignSequences(first.words, second.words, (x, y) => key(x) === key(y))) {
    if (a && b)
      words.push(
        (a.confidence ?? 0) >= (b.confidence ?? 0) || key(a) === key(b)
          ? a
          : { ...b, startMs: a.startMs, endMs: a.endMs },
      )
    else if (a && (a.confidence ?? 0) >= 1 - surplus) words.push(a)
    else if (b && (b.confidence ?? 0) >= surplus) words.push(b)
  }
  const sure = words.map(({ confidence }) => Math.log(Math.max(1e-6, confidence ?? 1)))
  return {
    ...first,
    text: words.map(({ word }) => word).join(' '),
    callHeard: first.callHeard ?? second.callHeard,
    words: rising(words),
    confidence: sure.length ? Math.exp(sure.reduce((sum, value) => sum + value, 0) / sure.length) : undefined,
  }
}
