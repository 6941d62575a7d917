import { type CueIndex, gapOfSegment } from '../cues/cue-index'
import type { TimeRange } from '../model'

/**
 * All stretches in which nothing plays, in order: before the first item, between items, and after the last
 * when the duration is known. Together with the items they cover the clock without a hole.
 */
export function gapsOf(index: CueIndex): TimeRange[] {
  const gaps: TimeRange[] = []
  for (let segment = 0; segment < index.bounds.length; segment++) {
    const gap = gapOfSegment(index, segment)
    if (gap && Number.isFinite(gap.endMs)) gaps.push(gap)
  }
  return gaps
}
