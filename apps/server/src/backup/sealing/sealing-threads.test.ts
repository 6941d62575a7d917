import { randomBytes, randomFillSync } from 'node:crypto'
import { expect, onTestFinished, test, vi } from 'vitest'
import { BackupKeys } from '../target/backup-keys'
import { PART_BYTES } from '../target/part-size'
import { Block } from './block'
import { SealingThreads } from './sealing-threads'

test('threads take over when there is enough to do, and name and seal as it was done without them', async () => {
  const keys = await BackupKeys.of('a key for tests only', randomBytes(32))
  const byItself = [vi.spyOn(keys, 'partName'), vi.spyOn(keys, 'seal')]
  const threads = new SealingThreads(keys)
  onTestFinished(() => threads.close())
  const block = new Block()
  const sealAndOpen = async (bytes: number) => {
    const content = randomFillSync(block.content).subarray(0, bytes)
    const name = await threads.partName(block, bytes)
    const sealed = await threads.seal(name, block, bytes)
    const ways = byItself.map(spy => spy.mock.calls.length)
    expect(name).toBe(keys.partName(content))
    expect(content.equals(await keys.open(name, sealed))).toBe(true)
    for (const spy of byItself) spy.mockClear()
    return ways
  }
  expect(await sealAndOpen(PART_BYTES)).toEqual([1, 1])
  await vi.waitFor(async () => expect(await sealAndOpen(PART_BYTES - 1)).toEqual([0, 0]), { timeout: 15_000 })
  const two = [new Block(), new Block()]
  for (const { content } of two) randomFillSync(content)
  expect(await Promise.all(two.map(one => threads.partName(one, 1_000)))).toEqual(
    two.map(({ content }) => keys.partName(content.subarray(0, 1_000))),
  )
  await threads.close()
  await expect(threads.partName(block, 1)).rejects.toThrow('were closed')
})
