import type { TimeRange } from '../model'

const BLOCK = 64

/**
 * What plays when, on typed arrays. The meeting's clock is cut at every start and end into segments; each
 * segment knows its current item, so a lookup is one binary search regardless of what overlaps.
 *
 * Items are positions of the arrays given to `buildCueIndex`. An item covers [start, end), and at least one
 * millisecond: a zero-length word is lit at its start, where a click on it leads.
 */
export interface CueIndex {
  readonly size: number
  /** Segment k lasts from bounds[k] to bounds[k + 1], the last one to the end; bounds[0] is 0. */
  readonly bounds: Float64Array
  /** Current item of each segment; -1 in a gap. */
  readonly current: Int32Array
  /** Items by start, ties by position; undefined when the items came in that order. */
  readonly order: Uint32Array | undefined
  readonly starts: Float64Array
  readonly ends: Float64Array
  /** The latest end inside each block of 64 ordered items, and inside that block and all before it. */
  readonly blockEnd: Float64Array
  readonly blockEndSoFar: Float64Array
  readonly durationMs: number | undefined
}

function startOrder(starts: ArrayLike<number>): Uint32Array | undefined {
  let sorted = true
  for (let i = 1; sorted && i < starts.length; i++) sorted = starts[i]! >= starts[i - 1]!
  if (sorted) return undefined
  const order = Uint32Array.from({ length: starts.length }, (_, i) => i)
  return order.sort((a, b) => starts[a]! - starts[b]! || a - b)
}

function ascending(values: Float64Array): Float64Array {
  for (let i = 1; i < values.length; i++) if (values[i]! < values[i - 1]!) return values.slice().sort()
  return values
}

/** Zero and every start and end, once each: a merge, since both are sorted or nearly so. */
function distinctBounds(starts: Float64Array, ends: Float64Array): Float64Array {
  const finishes = ascending(ends)
  const bounds = new Float64Array(1 + starts.length + finishes.length)
  let count = 1
  let i = 0
  let j = 0
  while (i < starts.length || j < finishes.length) {
    const next = j >= finishes.length || starts[i]! <= finishes[j]! ? starts[i++]! : finishes[j++]!
    if (next !== bounds[count - 1]) bounds[count++] = next
  }
  return bounds.slice(0, count)
}

/**
 * Because items enter in the order that decides who is current, the running ones form a stack: the top is the
 * latest started, and an ended one below it is dropped when it surfaces.
 */
function currentPerSegment(bounds: Float64Array, starts: Float64Array, ends: Float64Array): Int32Array {
  const current = new Int32Array(bounds.length)
  const running = new Uint32Array(starts.length)
  let depth = 0
  let next = 0
  for (let k = 0; k < bounds.length; k++) {
    const now = bounds[k]!
    while (next < starts.length && starts[next]! <= now) running[depth++] = next++
    while (depth > 0 && ends[running[depth - 1]!]! <= now) depth--
    current[k] = depth > 0 ? running[depth - 1]! : -1
  }
  return current
}

/** Among equal starts the later position is the current one: give items in the order of their ids. Starts are never negative. */
export function buildCueIndex(
  startMs: ArrayLike<number>,
  endMs: ArrayLike<number>,
  durationMs?: number,
): CueIndex {
  const size = startMs.length
  const order = startOrder(startMs)
  const starts = new Float64Array(size)
  const ends = new Float64Array(size)
  const blockEnd = new Float64Array(Math.ceil(size / BLOCK))
  const blockEndSoFar = new Float64Array(blockEnd.length)
  for (let i = 0; i < size; i++) {
    const item = order ? order[i]! : i
    starts[i] = startMs[item]!
    ends[i] = Math.max(endMs[item]!, starts[i]! + 1)
    const block = Math.floor(i / BLOCK)
    blockEnd[block] = Math.max(blockEnd[block]!, ends[i]!)
    blockEndSoFar[block] = Math.max(blockEnd[block]!, block > 0 ? blockEndSoFar[block - 1]! : 0)
  }
  const bounds = distinctBounds(starts, ends)
  const current = currentPerSegment(bounds, starts, ends)
  if (order) for (let k = 0; k < current.length; k++) if (current[k]! >= 0) current[k] = order[current[k]!]!
  return { size, bounds, current, order, starts, ends, blockEnd, blockEndSoFar, durationMs }
}

/** How many of the sorted values are at or before `limit`. */
export function countUpTo(sorted: ArrayLike<number>, limit: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (sorted[middle]! <= limit) low = middle + 1
    else high = middle
  }
  return low
}

/** The segment that holds the moment; moments before the clock's start belong to the first. */
export function segmentAt(index: CueIndex, ms: number): number {
  return Math.max(0, countUpTo(index.bounds, ms) - 1)
}

/** Every item that covers the moment, by start. */
export function litAt(index: CueIndex, ms: number): number[] {
  const lit: number[] = []
  const started = countUpTo(index.starts, ms)
  for (let block = Math.ceil(started / BLOCK) - 1; block >= 0; block--) {
    if (index.blockEndSoFar[block]! <= ms) break
    if (index.blockEnd[block]! <= ms) continue
    for (let i = Math.min(started, (block + 1) * BLOCK) - 1; i >= block * BLOCK; i--) {
      if (index.ends[i]! > ms) lit.push(index.order ? index.order[i]! : i)
    }
  }
  return lit.reverse()
}

/** The gap of a segment, or undefined when something plays in it. */
export function gapOfSegment(index: CueIndex, segment: number): TimeRange | undefined {
  if (index.current[segment]! >= 0) return undefined
  const startMs = index.bounds[segment]!
  const { durationMs = 0 } = index
  const open = durationMs > startMs ? durationMs : Number.POSITIVE_INFINITY
  return { startMs, endMs: index.bounds[segment + 1] ?? open }
}
