import { toPcm16 } from '@livetap/audio'
import { expect, test } from 'vitest'
import { PcmBlocks } from './capture-graph'

test('LIV-06 blocks have 1024 samples of 16 bits, in order, regardless of what comes in', () => {
  const blocks: Int16Array[] = []
  const gather = new PcmBlocks(block => blocks.push(block))
  const samples = Float32Array.from({ length: 5000 }, (_, n) => (n % 100) / 32_767)
  for (let at = 0; at < samples.length; at += 333) gather.push(samples.subarray(at, at + 333))
  expect(blocks.map(block => block.length)).toEqual([1024, 1024, 1024, 1024])
  expect(blocks.flatMap(block => [...block])).toEqual(Array.from({ length: 4096 }, (_, n) => n % 100))
})

test('LIV-06 loud samples are clipped', () => {
  expect([2, 1, 0.5, 0, -0.5, -1, -2].map(toPcm16)).toEqual([
    32_767, 32_767, 16_384, 0, -16_384, -32_768, -32_768,
  ])
})
