import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Sound, samplesIn, soundBlocks } from './sound'

const samples = Int16Array.from({ length: 16_000 }, (_, index) => index)
let folder: string
let path: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'livetap-sound-'))
  path = join(folder, 'sound.pcm')
  await writeFile(path, new Uint8Array(samples.buffer))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function read(sound: Sound, size: number): Promise<Int16Array[]> {
  const blocks: Int16Array[] = []
  for await (const block of soundBlocks(sound, size)) blocks.push(block)
  return blocks
}
const joined = (blocks: Int16Array[]) => blocks.flatMap(block => [...block])

test('a file comes in blocks, the last one shorter', async () => {
  const sound = { path, parts: [{ startMs: 0, endMs: 1000 }] }
  const blocks = await read(sound, 6_000)
  expect(blocks.map(({ length }) => length)).toEqual([6_000, 6_000, 4_000])
  expect(joined(blocks)).toEqual([...samples])
  expect(samplesIn(sound)).toBe(16_000)
})

test('parts of a file are heard one behind the other, regardless of the blocks', async () => {
  const parts = [
    { startMs: 10, endMs: 12 },
    { startMs: 500, endMs: 500.5 },
    { startMs: 900, endMs: 910 },
  ]
  const wanted = [
    ...samples.subarray(160, 192),
    ...samples.subarray(8000, 8008),
    ...samples.subarray(14_400, 14_560),
  ]
  for (const size of [7, 32, 1000]) expect(joined(await read({ path, parts }, size))).toEqual(wanted)
  expect(samplesIn({ path, parts })).toBe(wanted.length)
})

test('a part behind the end is silent, and a missing file is an error', async () => {
  const [block] = await read({ path, parts: [{ startMs: 999, endMs: 1001 }] }, 100)
  expect([...block!]).toEqual([...samples.subarray(15_984), ...new Int16Array(16)])
  await expect(read({ path: `${path}.gone`, parts: [] }, 100)).rejects.toThrow(/ENOENT/)
})

test('sound in memory comes the same way', async () => {
  const blocks = await read(samples, 6_000)
  expect(blocks.map(({ length }) => length)).toEqual([6_000, 6_000, 4_000])
  expect(joined(blocks)).toEqual([...samples])
})
