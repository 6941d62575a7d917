import { expect, test } from 'vitest'
import { seeded } from '../../testing/recordings'
import { CEPSTRA } from '../features/mfcc'
import { addTimbre, SPREAD_SIZE, TIMBRE_SIZE, type TimbreStatistics } from '../features/timbre'
import {
  covarianceOf,
  generalizedLikelihoodRatio,
  pooledCovariance,
  timbreLogDeterminant,
} from './generalized-likelihood-ratio'

/** Frames of a voice whose colour lies at `mean` and moves by `width`. */
function statistics(frames: number, next: () => number, mean = 0, width = 1): TimbreStatistics {
  const sums = { timbre: new Float32Array(TIMBRE_SIZE), spread: new Float32Array(SPREAD_SIZE) }
  const frame = new Float32Array(CEPSTRA)
  for (let i = 0; i < frames; i++) {
    for (let k = 0; k < CEPSTRA; k++) frame[k] = mean + width * (next() - 0.5) * Math.sqrt(12)
    addTimbre(sums, 0, frame, 0)
  }
  return { count: frames, ...sums }
}

const compared = (one: TimbreStatistics, other: TimbreStatistics) => {
  const usual = pooledCovariance([one, other])
  const volumed = (own: TimbreStatistics) => ({
    statistics: own,
    volume: timbreLogDeterminant(own, usual, 1),
  })
  return generalizedLikelihoodRatio(volumed(one), volumed(other), usual, 1)
}

test('the covariance is that of the frames', () => {
  const packed = covarianceOf(statistics(4000, seeded(3), 5, 2))
  expect(packed[0]).toBeCloseTo(4, 0)
  expect(Math.abs(packed[1]!)).toBeLessThan(0.3)
})

test('the volume is the logarithm of the determinant', () => {
  const own = statistics(4000, seeded(4), 0, 3)
  expect(timbreLogDeterminant(own, covarianceOf(own), 1)).toBeCloseTo(TIMBRE_SIZE * Math.log(9), 0)
})

test('one voice is one Gaussian, two that lie apart or move otherwise are two', () => {
  const next = seeded(5)
  const one = statistics(800, next)
  expect(compared(one, statistics(800, next))).toBeLessThan(0)
  expect(compared(one, statistics(800, next, 1.5))).toBeGreaterThan(1)
  expect(compared(one, statistics(800, next, 0, 2.2))).toBeGreaterThan(1)
})
