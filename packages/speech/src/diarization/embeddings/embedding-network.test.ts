import { SAMPLE_RATE_HZ } from '@livetap/audio'
import { expect, test } from 'vitest'
import { loadRecording } from '../../testing/recordings'
import { noise } from '../../testing/synthetic-sound'
import { cosine } from '../vectors'
import { EMBEDDING_SIZE, EmbeddingNetwork } from './embedding-network'

const network = await EmbeddingNetwork.load(1)
const frame = SAMPLE_RATE_HZ / 100

const windowOf = async (recording: string) => (await network.vectorsAt(loadRecording(recording), [50]))[0]!

test('one voice in two recordings is nearer than two voices', async () => {
  const [here, there, other] = [
    await windowOf('austen-0870'),
    await windowOf('austen-0890'),
    await windowOf('jfk'),
  ]
  expect(here).toHaveLength(EMBEDDING_SIZE)
  expect(cosine(here, there)).toBeGreaterThan(cosine(here, other) + 0.2)
})

test('a window is the same wherever the blocks end that the sound is read in, and one at the end is filled with silence', async () => {
  const sound = noise(23)
  const frames = [0, 40, 900, 930, 999, 1_000, 1_900, 2_250]
  const together = await network.vectorsAt(sound, frames)
  expect(together).toHaveLength(frames.length)
  for (const [at, from] of frames.entries()) {
    const [alone] = await network.vectorsAt(sound.slice(from * frame), [0])
    expect(cosine(together[at]!, alone!)).toBeGreaterThan(0.9999)
  }
  expect(await network.vectorsAt(sound, [])).toEqual([])
})
