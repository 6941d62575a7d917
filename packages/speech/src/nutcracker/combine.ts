import { isClearCall } from '../hotword/wake-phrase'
import type { RecognizedText } from '../pool/jobs'
import { alignSequences } from '../text/align-sequences'
import { spokenWords } from '../text/spoken-words'

type Word = RecognizedText['words'][number]

const key = ({ word }: Word) => spokenWords(word).join(' ')
/** What one of the two left out must be this sure to stay. */
const SURPLUS = 0.75

/** Speech has no more letters in a second, even of a word whose edges were found a little too near. */
const FASTEST = 30
const EDGES_MS = 200
/** A digit is a word of some four letters. */
const LETTERS_OF_DIGIT = 4

/** Whether there is time enough for a word: an engine that knows telephone numbers recognises one in "extension 8". */
function isSayable({ word }: Word, ms: number): boolean {
  const digits = word.match(/\p{N}/gu)?.length ?? 0
  const letters = word.match(/\p{L}/gu)?.length ?? 0
  return letters + digits * LETTERS_OF_DIGIT <= (FASTEST * (ms + EDGES_MS)) / 1000
}

const lengthOf = ({ startMs, endMs }: Word) => endMs - startMs

/** Words of two readings stay in the order of the text; where their times cross, the later word yields. */
function rising(words: readonly Word[]): Word[] {
  let earliest = 0
  return words.map(word => {
    const startMs = Math.max(word.startMs, earliest)
    earliest = startMs
    return { ...word, startMs, endMs: Math.max(word.endMs, startMs) }
  })
}

/** Of two words in one place: the one that there is time for, else the surer one, at the time of the first. */
function chosen(a: Word, b: Word): Word {
  if (key(a) === key(b)) return a
  const ms = lengthOf(a)
  const canBeSaid = isSayable(a, ms)
  const isFirst = canBeSaid === isSayable(b, ms) ? (a.confidence ?? 0) >= (b.confidence ?? 0) : canBeSaid
  return isFirst ? a : { ...b, startMs: a.startMs, endMs: a.endMs }
}

/**
 * Two readings of one sound, word by word: agreement stays, else the surer word wins. A call of the assistant stays as it was
 * read first: no other engine knows the name, and what it makes of it ("even", "OKAVA", "how") would stand between the
 * call and its command.
 */
export function combine(first: RecognizedText, second: RecognizedText): RecognizedText {
  if (isClearCall(first.text)) return first
  const words: Word[] = []
  for (const [a, b] of alignSequences(first.words, second.words, (x, y) => key(x) === key(y))) {
    if (a && b) words.push(chosen(a, b))
    else if (a && (a.confidence ?? 0) >= 1 - SURPLUS) words.push(a)
    else if (b && (b.confidence ?? 0) >= SURPLUS && isSayable(b, lengthOf(b))) words.push(b)
  }
  const sure = words.map(({ confidence }) => Math.log(Math.max(1e-6, confidence ?? 1)))
  return {
    ...first,
    text: words.map(({ word }) => word).join(' '),
    callLikelihood: first.callLikelihood ?? second.callLikelihood,
    words: rising(words),
    confidence: sure.length ? Math.exp(sure.reduce((sum, value) => sum + value, 0) / sure.length) : undefined,
  }
}
