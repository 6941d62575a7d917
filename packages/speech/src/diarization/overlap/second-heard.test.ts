import { expect, test } from 'vitest'
import { type OverlapFrames, overlapFrames, overlapVoices } from './overlap-model'
import { secondHeardIn } from './second-heard'

/** Ten seconds in which one voice speaks all the time and another one in these seconds. */
function heard(fromSeconds: number, second: [from: number, to: number]): OverlapFrames {
  const voices = new Uint8Array(overlapVoices * overlapFrames)
  voices.fill(255, 0, overlapFrames)
  voices.fill(255, overlapFrames + second[0] * 50, overlapFrames + second[1] * 50)
  return { from: fromSeconds * 50, voices }
}

test('a second voice counts for the share of the window in which it is heard, in the mean of all that heard the place', () => {
  const windowFrames = 200
  expect(secondHeardIn([heard(0, [2, 3])], [0, 100, 200, 300], windowFrames)).toEqual([0, 0.5, 0.5, 0])
  // The second ten seconds begin at 5 s and hear no other speaker at 7 s, where the first heard a second voice.
  const twice = [heard(0, [6, 8]), heard(5, [9, 10])]
  expect(secondHeardIn(twice, [600], windowFrames)).toEqual([0.5])
  expect(secondHeardIn([], [0, 50], windowFrames)).toEqual([0, 0])
})
