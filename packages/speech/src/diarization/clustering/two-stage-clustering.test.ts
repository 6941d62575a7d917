import { expect, test } from 'vitest'
import { seeded } from '../../testing/recordings'
import type { PooledStatistics } from '../embeddings/statistics-pooling'
import { TIMBRE_SIZE } from '../features/timbre'
import { type SpeechWindow, twoStageClustering, type Voice } from './two-stage-clustering'

const size = 16
const settings = {
  threshold: 0.5,
  halfTrustFrames: 200,
  halfPooled: 200,
  sameVoice: 0.5,
  windowTimbre: 0.05,
  groupTimbre: 0.2,
  minFrames: { fewest: 450, share: 0.03, most: 900 },
  minShare: 0.1,
}

const unit = (values: Float32Array) => values.map(value => value / Math.hypot(...values))
const vectorOf = ({ sums }: PooledStatistics) => unit(sums.slice(0, size))

/** A window in which a voice is half hidden by what is said in it: the shorter, the more. */
function window(voice: number, next: () => number, frames: number, tone = 0): SpeechWindow {
  const noise = Math.sqrt((2 * 200) / frames / size)
  const sums = new Float32Array(1500)
  for (let i = 0; i < size; i++) sums[i] = ((i === voice ? 1 : 0) + (next() * 2 - 1) * noise) * frames
  const means = Array.from({ length: TIMBRE_SIZE }, () => tone + Math.sqrt(32_000 / frames) * (next() - 0.5))
  const timbre = Float32Array.from(means, mean => mean * frames)
  const spread = Float32Array.from(
    means.flatMap((mean, i) =>
      means.slice(0, i + 1).map((other, j) => (mean * other + (i === j ? 400 : 0)) * frames),
    ),
  )
  const pool = { count: frames, sums, squares: new Float32Array(1500), timbre, spread }
  return { pool, vector: vectorOf(pool) }
}

function conversation(voices: number, windowsEach: number): SpeechWindow[] {
  const next = seeded(5)
  return Array.from({ length: voices * windowsEach }, (_, i) =>
    window(i % voices, next, 60 + Math.floor(next() * 90)),
  )
}

const strongest = ({ vector }: Voice) => vector.indexOf(Math.max(...vector))

test.each([1, 2, 3, 5])('%i voices are found where single windows say little', voices => {
  const found = twoStageClustering(conversation(voices, 30), settings, vectorOf)
  expect(found.map(strongest).sort()).toEqual(Array.from({ length: voices }, (_, i) => i))
})

test('without comparing whole groups one voice falls into many', () => {
  const apart = { ...settings, threshold: 0.1, sameVoice: Number.POSITIVE_INFINITY, minShare: 0 }
  expect(twoStageClustering(conversation(2, 30), apart, vectorOf).length).toBeGreaterThan(2)
})

test('a known number of speakers is kept to', () => {
  const windows = conversation(3, 30)
  for (const wanted of [1, 2, 3, 4])
    expect(twoStageClustering(windows, settings, vectorOf, wanted)).toHaveLength(wanted)
})

test('a few frames of another speaker make no voice, unless there is nothing else', () => {
  const next = seeded(9)
  const windows = [...conversation(1, 30), window(7, next, 200)]
  expect(twoStageClustering(windows, settings, vectorOf).map(strongest)).toEqual([0])
  expect(twoStageClustering([window(7, next, 200)], settings, vectorOf).map(strongest)).toEqual([7])
})

test('two people whom the network takes for one are distinguished by the colour of their speech', () => {
  const next = seeded(11)
  const windows = Array.from({ length: 60 }, (_, i) => window(0, next, 150, i % 2 ? 30 : 0))
  const tonesOf = (voices: Voice[]) => voices.map(({ pool }) => Math.round(pool.timbre[0]! / pool.count))
  const found = tonesOf(twoStageClustering(windows, settings, vectorOf))
  expect(found).toHaveLength(2)
  expect(Math.abs(found[0]! - found[1]!)).toBeGreaterThan(8)
  const withoutTimbre = { ...settings, windowTimbre: 0, groupTimbre: 0 }
  expect(twoStageClustering(windows, withoutTimbre, vectorOf)).toHaveLength(1)
})
