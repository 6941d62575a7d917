import { createHash, randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type { ResumableState, ResumableStorage } from './resumable'
import type { Storage } from './storage'

interface Opened {
  storage: Storage
  resumable: ResumableStorage
  /** As another process, or this one after a crash, sees the same place. */
  reopen(): Promise<ResumableStorage>
}

const KEY = 'meetings/m1/recording.wav'
const MB = 1024 * 1024

async function* pieces(bytes: Buffer, size = 70_000, cutAt = Number.POSITIVE_INFINITY) {
  for (let at = 0; at < bytes.length; at += size) {
    if (at >= cutAt) throw new Error('cut')
    yield bytes.subarray(at, Math.min(at + size, bytes.length, cutAt))
  }
}

async function sha256(storage: Storage, key: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of await storage.get(key)) hash.update(piece as Buffer)
  return hash.digest('hex')
}

const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
/** What the database does to a state between two writes. */
const kept = (state: ResumableState) => JSON.parse(JSON.stringify(state)) as ResumableState

/** What every storage promises about objects that arrive in pieces. */
export function resumableContract(name: string, open: () => Promise<Opened>): void {
  describe(`resumable storage: ${name}`, () => {
    let opened: Opened
    beforeEach(async () => {
      opened = await open()
    })

    test('pieces of any size become one object, the same bytes in the same order', async () => {
      const bytes = randomBytes(17 * MB + 3)
      let state = await opened.resumable.begin(KEY)
      // Chunks of the default size, then small ones, one that holds several parts, and the rest.
      const ends = [5_767_168, 5_767_169, 6 * MB, 6 * MB + 10, 16 * MB, bytes.length]
      for (const end of ends) {
        const write = await opened.resumable.write(KEY, kept(state), pieces(bytes.subarray(state.held, end)))
        expect(write.cut).toBeUndefined()
        expect(write.state.held).toBe(end)
        state = write.state
      }
      expect(await opened.storage.stat(KEY)).toBeUndefined()
      await opened.resumable.complete(KEY, kept(state))
      expect(await opened.storage.stat(KEY)).toMatchObject({ size: bytes.length })
      expect(await sha256(opened.storage, KEY)).toBe(digest(bytes))
    })

    test('UPL-05 what came before a cut is held, and another process goes on from there', async () => {
      const bytes = randomBytes(7 * MB)
      const begun = await opened.resumable.begin(KEY)
      const first = await opened.resumable.write(KEY, begun, pieces(bytes, 50_000, 3 * MB))
      expect(first.cut?.message).toBe('cut')
      expect(first.state.held).toBe(3 * MB)
      const other = await opened.reopen()
      const second = await other.write(KEY, kept(first.state), pieces(bytes.subarray(3 * MB)))
      await other.complete(KEY, kept(second.state))
      expect(await sha256(opened.storage, KEY)).toBe(digest(bytes))
    })

    test('a write that was never acknowledged leaves nothing behind', async () => {
      const bytes = randomBytes(15 * MB)
      const begun = await opened.resumable.begin(KEY)
      const first = await opened.resumable.write(KEY, begun, pieces(bytes.subarray(0, 2 * MB)))
      // Written, and then the process died before it answered.
      await opened.resumable.write(KEY, kept(first.state), pieces(randomBytes(9 * MB)))
      const other = await opened.reopen()
      const again = await other.write(KEY, kept(first.state), pieces(bytes.subarray(2 * MB)))
      await other.complete(KEY, kept(again.state))
      expect(await sha256(opened.storage, KEY)).toBe(digest(bytes))
    })

    test('completing twice, as after a crash in between, does no harm', async () => {
      const bytes = randomBytes(1000)
      const { state } = await opened.resumable.write(KEY, await opened.resumable.begin(KEY), pieces(bytes))
      await opened.resumable.complete(KEY, kept(state))
      await opened.resumable.complete(KEY, kept(state))
      expect(await sha256(opened.storage, KEY)).toBe(digest(bytes))
    })

    test('what is abandoned is gone, also when it is abandoned twice', async () => {
      const { state } = await opened.resumable.write(
        KEY,
        await opened.resumable.begin(KEY),
        pieces(randomBytes(6 * MB)),
      )
      await opened.resumable.abandon(KEY, kept(state))
      await opened.resumable.abandon(KEY, kept(state))
      const left: string[] = []
      for await (const { key } of opened.storage.list('')) left.push(key)
      expect(left).toEqual([])
    })
  })
}
