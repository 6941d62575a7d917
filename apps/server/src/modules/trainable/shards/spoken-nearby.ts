import type { SpokenNearby } from '@livetap/contract'
import type { TimedWord } from '@livetap/transcript'
import type { StoredUtterance } from '../../transcripts'

/** Where a word belongs: a cut lies between the middles of two words. */
export const middleMs = ({ startMs, endMs }: Pick<TimedWord, 'startMs' | 'endMs'>): number =>
  (startMs + endMs) / 2

/** The part of each utterance whose words are wanted; those without any are left out. */
export function spokenNearby(
  utterances: readonly StoredUtterance[],
  isWanted: (word: TimedWord) => boolean,
): SpokenNearby[] {
  return utterances.flatMap(({ words, speakerIds }) => {
    const wanted = words.filter(isWanted)
    const [first] = wanted
    const last = wanted.at(-1)
    if (!first || !last) return []
    return [
      {
        text: wanted.map(({ text }) => text).join(' '),
        start_millis: first.startMs,
        end_millis: last.endMs,
        speakers: [...speakerIds],
      },
    ]
  })
}
