import { expect, test } from 'vitest'
import { overlapScoresIn } from './overlap-detection'
import { SEGMENTATION_FRAMES, SEGMENTATION_VOICES, type SpeakerActivity } from './segmentation-model'

/** Ten seconds in which one voice speaks all the time and another one in these seconds. */
function activity(fromSeconds: number, second: [from: number, to: number]): SpeakerActivity {
  const voices = new Uint8Array(SEGMENTATION_VOICES * SEGMENTATION_FRAMES)
  voices.fill(255, 0, SEGMENTATION_FRAMES)
  voices.fill(255, SEGMENTATION_FRAMES + second[0] * 50, SEGMENTATION_FRAMES + second[1] * 50)
  return { from: fromSeconds * 50, voices }
}

test('a second voice counts for the share of the window in which it is heard, in the mean of all that heard the place', () => {
  const windowFrames = 200
  expect(overlapScoresIn([activity(0, [2, 3])], [0, 100, 200, 300], windowFrames)).toEqual([0, 0.5, 0.5, 0])
  // The second ten seconds begin at 5 s and hear no other speaker at 7 s, where the first heard a second voice.
  const twice = [activity(0, [6, 8]), activity(5, [9, 10])]
  expect(overlapScoresIn(twice, [600], windowFrames)).toEqual([0.5])
  expect(overlapScoresIn([], [0, 50], windowFrames)).toEqual([0, 0])
})
