import { SAMPLE_RATE_HZ } from '@livetap/audio'
import { expect, test } from 'vitest'
import { loadRecording } from '../../testing/recordings'
import { SEGMENTATION_FRAMES, SegmentationModel } from './segmentation-model'
import { SegmentationStream } from './segmentation-stream'

const half = (name: string) => Float32Array.from(loadRecording(name), value => value / 65_536)

/** Frames in which a second voice is heard. */
async function together(sound: Float32Array, block: number): Promise<number[]> {
  const stream = new SegmentationStream(await SegmentationModel.load(1))
  for (let at = 0; at < sound.length; at += block) await stream.push(sound.subarray(at, at + block))
  return (await stream.finish()).map(({ voices }) => {
    let frames = 0
    for (let frame = 0; frame < SEGMENTATION_FRAMES; frame++) {
      const [a, b, c] = [
        voices[frame]!,
        voices[SEGMENTATION_FRAMES + frame]!,
        voices[2 * SEGMENTATION_FRAMES + frame]!,
      ]
      if (a + b + c > 1.8 * 255) frames++
    }
    return frames
  })
}

test('two readers at once are heard as two, one reader as one, regardless of the blocks', async () => {
  const reader = half('jfk').slice(0, 10 * SAMPLE_RATE_HZ)
  const other = half('austen-0870')
  expect(Math.max(...(await together(reader, 7_000)))).toBeLessThan(25)
  const both = reader.map((value, at) => value + (other[at] ?? 0))
  const found = await together(both, 7_000)
  expect(Math.max(...found)).toBeGreaterThan(50)
  expect(await together(both, 160_000)).toEqual(found)
})

test('a recording is heard to its end, every two and a half seconds', async () => {
  expect(await together(new Float32Array(3 * SAMPLE_RATE_HZ), 16_000)).toEqual([0])
  expect(await together(new Float32Array(14 * SAMPLE_RATE_HZ), 16_000)).toEqual([0, 0, 0])
  expect(await together(new Float32Array(0), 16_000)).toEqual([])
})
