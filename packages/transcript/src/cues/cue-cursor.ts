import type { TimeRange } from '../model'
import { type CueIndex, gapOfSegment, litAt, segmentAt } from './cue-index'

/** Follows the player through a cue index: a step to the same or the next segment costs two comparisons. */
export interface CueCursor {
  /** Goes to a moment; true when what plays there differs from before (always, the first time). */
  moveTo(ms: number): boolean
  /** The current item, or -1. */
  readonly current: number
  readonly gap: TimeRange | undefined
  /** Every item that covers the moment, by start. */
  readonly lit: readonly number[]
  /** When to look again; Infinity after the last boundary. */
  readonly nextBoundaryMs: number
}

export function createCueCursor(index: CueIndex): CueCursor {
  const { bounds } = index
  let segment = -1

  function holds(candidate: number, ms: number): boolean {
    return candidate >= 0 && candidate < bounds.length && bounds[candidate]! <= ms && endOf(candidate) > ms
  }
  function endOf(candidate: number): number {
    return bounds[candidate + 1] ?? Number.POSITIVE_INFINITY
  }

  return {
    moveTo(ms) {
      if (holds(segment, ms)) return false
      const before = segment
      segment = holds(segment + 1, ms) ? segment + 1 : segmentAt(index, ms)
      return segment !== before
    },
    get current() {
      return segment < 0 ? -1 : index.current[segment]!
    },
    get gap() {
      return segment < 0 ? undefined : gapOfSegment(index, segment)
    },
    get lit() {
      return segment < 0 ? [] : litAt(index, bounds[segment]!)
    },
    get nextBoundaryMs() {
      return segment < 0 ? (bounds[0] ?? 0) : endOf(segment)
    },
  }
}
