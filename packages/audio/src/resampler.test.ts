import { describe, expect, test } from 'vitest'
import { Resampler, resample } from './resampler'

const sine = (hertz: number, rate: number, seconds: number) =>
  Float32Array.from({ length: Math.round(rate * seconds) }, (_, n) =>
    Math.sin((2 * Math.PI * hertz * n) / rate),
  )

function run(resampler: Resampler, input: Float32Array, blockSizes: number[]): Float32Array {
  const parts: number[] = []
  for (let at = 0, turn = 0; at < input.length; turn += 1) {
    const size = blockSizes[turn % blockSizes.length]!
    parts.push(...resampler.push(input.subarray(at, at + size)))
    at += size
  }
  return Float32Array.from(parts)
}

/** Away from both ends, where the filter meets the silence outside. */
const middle = (samples: Float32Array) => samples.subarray(400, samples.length - 400)
const level = (samples: Float32Array) =>
  Math.sqrt(samples.reduce((sum, x) => sum + x * x, 0) / samples.length)

describe.each([48_000, 44_100, 96_000, 22_050, 8_000])('from %i Hz', rate => {
  test('LIV-06 a tone keeps its place, frequency and level', () => {
    const output = run(new Resampler(rate), sine(1000, rate, 1), [1024])
    const wanted = sine(1000, 16_000, 1)
    const worst = middle(output).reduce((most, x, n) => Math.max(most, Math.abs(x - wanted[n + 400]!)), 0)
    expect(worst).toBeLessThan(0.002)
    expect(output.length).toBeGreaterThan(16_000 - 200)
    expect(output.length).toBeLessThanOrEqual(16_000)
  })

  test('LIV-06 the result does not depend on the size of the blocks', () => {
    const input = sine(440, rate, 0.4)
    const whole = run(new Resampler(rate), input, [input.length])
    expect(run(new Resampler(rate), input, [128, 1, 777, 1024])).toEqual(whole)
  })
})

test.each([9_000, 10_000, 14_000, 20_000])('LIV-06 %i Hz does not come back as an alias', hertz => {
  const output = run(new Resampler(48_000), sine(hertz, 48_000, 1), [1024])
  expect(20 * Math.log10(level(middle(output)) / Math.SQRT1_2)).toBeLessThan(-60)
})

test('LIV-06 the rate is exact over a minute, rounding never adds up', () => {
  const resampler = new Resampler(44_100)
  const block = new Float32Array(44_100)
  let made = 0
  for (let second = 0; second < 60; second += 1) made += resampler.push(block).length
  expect(Math.abs(made - 60 * 16_000)).toBeLessThan(40)
})

test.each([
  [48_000, 16_000],
  [44_100, 16_000],
  [16_000, 8_000],
  [8_000, 16_000],
  [44_101, 16_000],
])('a whole recording from %i to %i Hz keeps its length and is the same in blocks', (from, to) => {
  const input = sine(300, from, 0.7)
  const whole = resample(input, from, to)
  expect(whole.length).toBe(Math.floor((input.length * to) / from))
  const resampler = new Resampler(from, to)
  const blocks = [...run(resampler, input, [128, 1, 4095]), ...resampler.finish()]
  expect(Float32Array.from(blocks)).toEqual(whole)
  const wanted = sine(300, to, 0.7)
  const worst = middle(whole).reduce((most, x, n) => Math.max(most, Math.abs(x - wanted[n + 400]!)), 0)
  expect(worst).toBeLessThan(0.002)
})
