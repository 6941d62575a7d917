import { expect, test } from 'vitest'
import { utterance } from './scripted-training.test-support'
import { withBytePeaks } from './utterance'

test('a held utterance keeps each value of its waveform in a byte', () => {
  const { peaks } = withBytePeaks({
    ...utterance(1),
    peaks: { step_millis: 20, peaks: [-128, 127, 0, 3] },
  })
  expect(peaks).toEqual({ step_millis: 20, peaks: Int8Array.of(-128, 127, 0, 3) })
})

test('an utterance without a waveform stays without one', () => {
  expect(withBytePeaks(utterance(1)).peaks).toBeNull()
})
