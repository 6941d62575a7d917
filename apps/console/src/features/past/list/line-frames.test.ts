import { buildCueIndex } from '@livetap/transcript'
import { currentAt } from '@livetap/transcript/testing'
import { expect, test } from 'vitest'
import { lineFrames } from './line-frames'

/** Gaps of 1 and 40 ms, an overlap, two words that start together; the last is another row's. */
const starts = [5, 21, 100, 120, 150, 150, 180]
const ends = [20, 60, 130, 140, 170, 160, 190]
const words = buildCueIndex(starts, ends)
const boxOf = (word: number) => (word === 6 ? undefined : { x: word * 10, y: 0, width: 8 })

/** What a browser shows of keyframes that hold until the next one. */
function shownAt(frames: ReturnType<typeof lineFrames>, share: number): number {
  const frame = frames.findLast(({ offset }) => offset <= share + 1e-9)!
  return frame.opacity === 0 ? -1 : Number(/translate\((\d+)px/.exec(frame.transform)?.[1]) / 10
}

test('PAS-09 PAS-15 the line runs under the current word at every millisecond, and is gone in every gap', () => {
  for (const from of [0, 5, 15, 20, 110, 155]) {
    const frames = lineFrames(words, from, 200, boxOf)
    const offsets = frames.map(({ offset }) => offset)
    expect(offsets).toEqual(offsets.toSorted((a, b) => a - b))
    expect([offsets[0], offsets.at(-1)]).toEqual([0, 1])
    for (let ms = from; ms < 200; ms++) {
      const current = currentAt(words, ms)
      expect(shownAt(frames, (ms - from) / (200 - from)), `at ${ms} from ${from}`).toBe(
        current === 6 ? -1 : current,
      )
    }
  }
})
