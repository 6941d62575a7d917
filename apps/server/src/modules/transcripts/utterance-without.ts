import { type TimeRange, withoutRanges } from '@livetap/transcript'
import { segmentsAfterEdit } from './segments-after-edit'
import type { NewUtterance } from './utterance'

/** The utterance without the words that overlap a range: itself when none does, nothing when none is left. */
export function utteranceWithout<T extends NewUtterance>(
  before: T,
  ranges: readonly TimeRange[],
): T | undefined {
  const after = withoutRanges(before, ranges, word => word)
  if (after === before || !after) return after
  const { speakerSegments, words } = before
  return { ...after, speakerSegments: segmentsAfterEdit(speakerSegments, words, after.words, after.text) }
}
