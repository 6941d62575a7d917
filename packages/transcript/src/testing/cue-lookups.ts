import { type CueIndex, countUpTo, gapOfSegment, segmentAt } from '../cues/cue-index'
import type { TimeRange } from '../model'

/** The latest started item that covers the moment, or -1. */
export function currentAt(index: CueIndex, ms: number): number {
  return index.current[segmentAt(index, ms)]!
}

/** The first moment after this one at which something starts or ends; Infinity after the last. */
export function nextBoundaryAfter(index: CueIndex, ms: number): number {
  return index.bounds[countUpTo(index.bounds, ms)] ?? Number.POSITIVE_INFINITY
}

/** The silence around the moment, or undefined when an item covers it. */
export function gapAt(index: CueIndex, ms: number): TimeRange | undefined {
  return gapOfSegment(index, segmentAt(index, ms))
}

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
