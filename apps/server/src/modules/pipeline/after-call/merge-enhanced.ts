import { languageOf } from '@livetap/contract'
import { type TimedWord, type TimeRange, withoutRanges } from '@livetap/transcript'
import { microphoneOf, type NewUtterance, type StoredUtterance } from '../../transcripts'
import { combineReadings, sureWords } from './combine-readings'

/** Less of an utterance recognised again than this: the recording does not hold it, so its text stays. */
const MIN_HEARD = 1 / 3
/** Two recognitions place the ends of a sentence this differently. */
const NEAR_MS = 300

export interface MergedText {
  /** Ids of the present text that go. */
  removed: string[]
  added: NewUtterance[]
}

/**
 * What an ended call reads like once it was recognised again: both readings combined in English, where two engines of the
 * same rank read; in the other languages the larger model decides. What a person has edited stays, as does
 * what the recording does not hold (it was switched off), what was said in another language than the one recognised again, and
 * what reads the same. The new text has no words of the time of an utterance that stays.
 */
export function mergeEnhanced(
  present: readonly StoredUtterance[],
  again: readonly NewUtterance[],
): MergedText {
  const stays = (one: StoredUtterance) =>
    one.version > 0 || heardMs(one, again.filter(isLanguageOf(one))) < (one.endMs - one.startMs) * MIN_HEARD
  const kept = new Set(present.filter(stays))
  const candidates = again.flatMap(one => {
    const sameSound = [...kept].filter(isHeardWith(one))
    const left = sameSound.some(({ id }) => id === one.id) ? undefined : withoutMiddlesIn(one, sameSound)
    return left ? [left] : []
  })
  const wordsOf = liveWords(
    present.filter(one => !kept.has(one)),
    candidates,
  )
  const added: NewUtterance[] = []
  for (const candidate of candidates) {
    const combined =
      languageOf(candidate.languageCode) === 'en'
        ? combineReadings(candidate, wordsOf.get(candidate) ?? [])
        : candidate
    const same = present.find(
      one =>
        !kept.has(one) &&
        one.text === combined.text &&
        isHeardWith(combined)(one) &&
        overlap(one, combined) > 0,
    )
    if (same) kept.add(same)
    else added.push({ ...combined, transcriptType: 'enhanced' })
  }
  return { removed: present.filter(one => !kept.has(one)).map(({ id }) => id), added }
}

/** A line stands for the microphones it was heard by, also after it was given to another speaker. */
const microphonesOf = (one: NewUtterance) => (one.heardAs ?? one.speakerIds.slice(0, 1)).map(microphoneOf)

const isHeardWith = (one: NewUtterance) => (other: NewUtterance) =>
  microphonesOf(one).some(microphone => microphonesOf(other).includes(microphone))

const isLanguageOf = (one: NewUtterance) => (other: NewUtterance) =>
  languageOf(other.languageCode) === languageOf(one.languageCode)

const overlap = (one: TimeRange, other: TimeRange) =>
  Math.min(one.endMs, other.endMs) - Math.max(one.startMs, other.startMs)

const heardMs = (one: NewUtterance, again: readonly NewUtterance[]) =>
  again.filter(isHeardWith(one)).reduce((sum, other) => sum + Math.max(0, overlap(one, other)), 0)

const middleOf = ({ startMs, endMs }: TimeRange) => Math.round((startMs + endMs) / 2)

/** Each word of the live text belongs to one utterance of the new one: that of its time, else the nearest. */
function liveWords(
  live: readonly NewUtterance[],
  again: readonly NewUtterance[],
): Map<NewUtterance, TimedWord[]> {
  const found = new Map<NewUtterance, TimedWord[]>()
  for (const utterance of live) {
    const near = again.filter(one => isHeardWith(utterance)(one) && overlap(one, utterance) > -NEAR_MS)
    for (const word of sureWords(utterance)) {
      const middle = middleOf(word)
      const distance = ({ startMs, endMs }: TimeRange) => Math.max(startMs - middle, middle - endMs, 0)
      const [owner] = near.filter(one => distance(one) <= NEAR_MS).sort((a, b) => distance(a) - distance(b))
      if (owner) found.set(owner, [...(found.get(owner) ?? []), word])
    }
  }
  return found
}

/** By the middle of each word: two recognitions place the edges of a word a little differently. */
function withoutMiddlesIn(said: NewUtterance, ranges: readonly TimeRange[]): NewUtterance | undefined {
  const left = withoutRanges(said, ranges, word => {
    const middle = middleOf(word)
    return { text: word.text, startMs: middle, endMs: middle }
  })
  if (!left || left === said) return left
  const speakerSegments = said.speakerSegments.map(({ speakerId }) => ({ speakerId, text: left.text }))
  const startMs = left.words[0]?.startMs ?? left.startMs
  return { ...left, startMs, endMs: left.words.at(-1)?.endMs ?? left.endMs, speakerSegments }
}
