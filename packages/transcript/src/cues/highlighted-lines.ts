import type { TimeRange } from '../model'

interface Sourced extends TimeRange {
  readonly csis: readonly number[]
}

/** How many of the lines, which are in the order of their starts, begin before the moment. */
function countBefore(lines: readonly TimeRange[], ms: number): number {
  let low = 0
  let high = lines.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (lines[middle]!.startMs < ms) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * For each highlight the positions of the lines that it marks: those said within it, and of several at once those of its
 * own sources.
 */
export function highlightedLines(
  lines: readonly Sourced[],
  highlights: readonly Sourced[],
): readonly (readonly number[])[] {
  if (highlights.length === 0) return []
  // An early line may last longer than the ones after it: the walk back ends where no earlier one reaches.
  const latestEnd = new Float64Array(lines.length)
  for (let at = 0; at < lines.length; at++) latestEnd[at] = Math.max(lines[at]!.endMs, latestEnd[at - 1] ?? 0)
  return highlights.map(({ startMs, endMs, csis }) => {
    const found: number[] = []
    for (let at = countBefore(lines, Math.max(endMs, startMs + 1)) - 1; at >= 0; at--) {
      if (latestEnd[at]! <= startMs) break
      if (lines[at]!.endMs > startMs) found.unshift(at)
    }
    const own = found.filter(at => lines[at]!.csis.some(csi => csis.includes(csi)))
    return own.length > 0 ? own : found
  })
}
