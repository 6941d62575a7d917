import { expect, test } from 'vitest'
import { withBytePeaks } from './listed-shard'
import { wireShard } from './scripted-training.test-support'

test('a held shard keeps each value of its waveform in a byte', () => {
  const { peaks } = withBytePeaks({
    ...wireShard(1),
    peaks: { step_millis: 20, peaks: [-128, 127, 0, 3] },
  })
  expect(peaks).toEqual({ step_millis: 20, peaks: Int8Array.of(-128, 127, 0, 3) })
})

test('a shard without a waveform stays without one', () => {
  expect(withBytePeaks(wireShard(1)).peaks).toBeNull()
})
