import { expect, test } from 'vitest'
import { ChannelLoudness } from './separate-channels'

const RATE = 1_000

/** Loudness of each channel by tenth of a second. */
function heard(...levels: number[][]): number[] {
  const loudness = new ChannelLoudness(levels.length, RATE)
  const tenths = levels[0]!.length
  const pcm = new Int16Array(tenths * 100 * levels.length)
  for (let frame = 0; frame < tenths * 100; frame++)
    for (let channel = 0; channel < levels.length; channel++)
      pcm[frame * levels.length + channel] = levels[channel]![Math.floor(frame / 100)]! * (frame % 2 ? 1 : -1)
  loudness.push(pcm)
  return loudness.separate()
}

test('two people on two channels are kept apart', () => {
  expect(heard([900, 800, 0, 0, 0, 700], [0, 0, 900, 700, 800, 0])).toEqual([0, 1])
})

test('one room on two channels, or one voice on both, is recognised once', () => {
  expect(heard([900, 100, 800, 0, 600, 50], [900, 100, 800, 0, 600, 50])).toEqual([])
  expect(heard([900, 100, 800, 0, 600, 50], [400, 60, 500, 10, 250, 30])).toEqual([])
})

test('a silent channel counts for nothing', () => {
  expect(heard([900, 100, 800, 0, 600, 50], [0, 1, 0, 2, 0, 0])).toEqual([])
  expect(heard([900, 0, 800, 0, 600, 0], [0, 0, 0, 0, 0, 0], [0, 900, 0, 700, 0, 800])).toEqual([0, 2])
})
