import { resample, SAMPLE_RATE_HZ } from '@livetap/audio'
import { expect, test } from 'vitest'
import { CepstralMeanNormalization } from './cepstral-mean-normalization'
import { CEPSTRA, mfcc } from './mfcc'
import { MfccStream } from './mfcc-stream'

/** Noise that swells and fades, the same at every run. */
function noise(samples: number): Float32Array {
  let seed = 1
  return Float32Array.from({ length: samples }, (_, index) => {
    seed = (seed * 48_271) % 2_147_483_647
    return (seed / 2_147_483_647 - 0.5) * Math.sin(index / 4_000)
  })
}

test.each([
  [50_001, 16_384],
  [50_000, 333],
  [32_768, 16_384],
  [700, 512],
  [300, 512],
])('cepstra of %i samples that come by %i are those of the whole', (length, size) => {
  const sound = noise(length)
  const stream = new MfccStream(length)
  for (let at = 0; at < length; at += size) stream.push(sound.subarray(at, at + size))
  expect(stream.finish()).toEqual(mfcc(resample(sound, SAMPLE_RATE_HZ, 8_000)).data)
})

test('each frame loses the mean of the 300 voiced frames around it', () => {
  const frames = 1_000
  const plain = Float32Array.from({ length: frames * CEPSTRA }, (_, at) => Math.floor(at / CEPSTRA))
  const voiced = Uint8Array.from({ length: frames }, (_, frame) => (frame % 2 ? 1 : 0))
  const rows = (from: number, to: number) => {
    const found = new CepstralMeanNormalization(plain, voiced).rows(from, to)
    return Array.from({ length: to - from }, (_, row) => found[row * CEPSTRA + 5])
  }
  // Of the odd frames 201 … 799, whose mean is 500.
  expect(rows(500, 501)).toEqual([0])
  // At the edges the nearest 300 count: 1 … 599 and 401 … 999.
  expect(rows(0, 2)).toEqual([-300, -299])
  expect(rows(998, 1_000)).toEqual([298, 299])
  expect(rows(490, 510)).toEqual(rows(0, frames).slice(490, 510))
})

test('where no one speaks there is nothing to compare', () => {
  expect(
    new CepstralMeanNormalization(new Float32Array(CEPSTRA * 3).fill(7), new Uint8Array(3)).rows(0, 3),
  ).toEqual(new Float32Array(CEPSTRA * 3))
})
