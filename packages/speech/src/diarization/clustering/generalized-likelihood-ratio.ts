import { SPREAD_SIZE, TIMBRE_SIZE, type TimbreStatistics } from '../features/timbre'

/** A covariance that is known from few frames is drawn to the usual one of the recording by so many frames of it. */
const PRIOR_FRAMES = 50
/** The likelihood ratio of two stretches of one voice grows with the root of their frames, by this much. */
const ONE_VOICE = 46.5

/** Packed lower triangle of the covariance. */
export function covarianceOf({ count, timbre, spread }: TimbreStatistics): Float64Array {
  const packed = new Float64Array(SPREAD_SIZE)
  for (let i = 0, at = 0; i < TIMBRE_SIZE; i++) {
    const mean = timbre[i]! / count
    for (let j = 0; j <= i; j++, at++) packed[at] = spread[at]! / count - (mean * timbre[j]!) / count
  }
  return packed
}

/** Covariance inside the stretches, the same for all of them. */
export function pooledCovariance(stretches: readonly TimbreStatistics[]): Float64Array {
  const packed = new Float64Array(SPREAD_SIZE)
  let frames = 0
  for (const stretch of stretches) {
    const own = covarianceOf(stretch)
    frames += stretch.count
    for (let at = 0; at < SPREAD_SIZE; at++) packed[at]! += own[at]! * stretch.count
  }
  return packed.map(value => value / frames)
}

/** By Cholesky's decomposition, in place. */
function logDeterminant(packed: Float64Array): number {
  let sum = 0
  for (let i = 0, row = 0; i < TIMBRE_SIZE; row += ++i) {
    for (let j = 0, other = 0; j <= i; other += ++j) {
      let value = packed[row + j]!
      for (let k = 0; k < j; k++) value -= packed[row + k]! * packed[other + k]!
      if (i > j) packed[row + j] = value / packed[other + j]!
      else {
        const positive = Math.max(value, 1e-6)
        packed[row + i] = Math.sqrt(positive)
        sum += Math.log(positive)
      }
    }
  }
  return sum
}

/** Logarithm of the room that a stretch's colour takes up. `overlap` is how often each frame was counted. */
export function timbreLogDeterminant(
  statistics: TimbreStatistics,
  usual: Float64Array,
  overlap: number,
): number {
  const frames = statistics.count / overlap
  const own = covarianceOf(statistics)
  return logDeterminant(
    own.map((value, at) => (value * frames + usual[at]! * PRIOR_FRAMES) / (frames + PRIOR_FRAMES)),
  )
}

const sum = (one: Float32Array, other: Float32Array) => one.map((value, at) => value + other[at]!)

export interface Volumed {
  statistics: TimbreStatistics
  volume: number
}

/**
 * How much better two Gaussians describe two stretches than one does, beyond what two stretches of one voice give by
 * chance: about 0 for one voice, from 1 on for two.
 */
export function generalizedLikelihoodRatio(
  one: Volumed,
  other: Volumed,
  usual: Float64Array,
  overlap: number,
): number {
  const together = {
    count: one.statistics.count + other.statistics.count,
    timbre: sum(one.statistics.timbre, other.statistics.timbre),
    spread: sum(one.statistics.spread, other.statistics.spread),
  }
  const [a, b] = [one.statistics.count / overlap, other.statistics.count / overlap]
  const ratio = (a + b) * timbreLogDeterminant(together, usual, overlap) - a * one.volume - b * other.volume
  return ratio / (ONE_VOICE * Math.sqrt((2 * a * b) / (a + b))) - 1
}
