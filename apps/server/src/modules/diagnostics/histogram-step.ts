const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Stretches that people read times in. */
const STEPS = [
  ...[1, 2, 5, 10, 30].map(seconds => seconds * SECOND),
  ...[1, 2, 5, 10, 30].map(minutes => minutes * MINUTE),
  ...[1, 2, 6, 12].map(hours => hours * HOUR),
  ...[1, 7, 30].map(days => days * DAY),
]
const MAX_BUCKETS = 90

/** The shortest stretch of which what was found has at most 90. */
export const histogramStep = (rangeMs: number): number =>
  STEPS.find(step => rangeMs / step <= MAX_BUCKETS) ?? Math.ceil(rangeMs / MAX_BUCKETS)
