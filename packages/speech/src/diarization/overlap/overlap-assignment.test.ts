import { expect, test } from 'vitest'
import { assignOverlaps } from './overlap-assignment'
import { SEGMENTATION_FRAMES, SEGMENTATION_VOICES, type SpeakerActivity } from './segmentation-model'

type Span = [voice: number, fromSeconds: number, toSeconds: number]

/** Ten seconds in which the network is sure of who speaks when. */
function activity(fromSeconds: number, ...spans: Span[]): SpeakerActivity {
  const voices = new Uint8Array(SEGMENTATION_VOICES * SEGMENTATION_FRAMES)
  for (const [voice, from, to] of spans)
    voices.fill(255, voice * SEGMENTATION_FRAMES + from * 50, voice * SEGMENTATION_FRAMES + to * 50)
  return { from: fromSeconds * 50, voices }
}

const turn = (speaker: string, from: number, to: number) => ({
  speaker,
  startMs: from * 1_000,
  endMs: to * 1_000,
})

test('the second speaker is the one who has that voice, not the one who spoke just before', () => {
  const turns = [turn('1', 0, 3), turn('2', 3, 5), turn('3', 5, 10)]
  // The third voice of the network is speaker 1, who agrees while speaker 3 speaks.
  const found = assignOverlaps(turns, [activity(0, [2, 0, 3], [0, 3, 5], [1, 5, 10], [2, 6, 7])])
  expect(found).toEqual([...turns, turn('1', 6, 7)])
})

test('a voice that is never alone is the one whose turn is nearest', () => {
  const turns = [turn('1', 0, 4), turn('2', 4, 10), turn('3', 14, 20)]
  const found = assignOverlaps(turns, [
    activity(0, [0, 0, 4], [1, 4, 10], [2, 8, 9]),
    activity(10, [0, 4, 10]),
  ])
  expect(found).toEqual([turn('1', 0, 4), turn('2', 4, 10), turn('1', 8, 9), turn('3', 14, 20)])
})

test('where the windows do not agree nothing is added, nor with one speaker', () => {
  const turns = [turn('1', 0, 5), turn('2', 5, 10)]
  const both: Span[] = [
    [0, 0, 5],
    [1, 2, 3],
    [1, 5, 10],
  ]
  const alone: Span[] = [
    [0, 0, 5],
    [1, 5, 10],
  ]
  expect(assignOverlaps(turns, [activity(0, ...both)])).toHaveLength(3)
  expect(assignOverlaps(turns, [activity(0, ...both), activity(0, ...alone)])).toEqual(turns)
  expect(assignOverlaps([turn('1', 0, 10)], [activity(0, ...both)])).toEqual([turn('1', 0, 10)])
})
