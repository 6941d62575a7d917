import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Storage, StorageError } from './storage'

const text = async (storage: Storage, key: string, range?: { start: number; end: number }) =>
  (await buffer(await storage.get(key, range))).toString()

const keys = async (storage: Storage, prefix: string) => {
  const found: string[] = []
  for await (const { key } of storage.list(prefix)) found.push(key)
  return found
}

/** What every storage promises; each implementation runs all of it. */
export function storageContract(name: string, open: () => Promise<Storage>): void {
  describe(`storage: ${name}`, () => {
    let storage: Storage
    beforeEach(async () => {
      storage = await open()
    })

    test('gives back what was put', async () => {
      const put = await storage.put('meetings/m1/audio.flac', Buffer.from('hello'))
      expect(put).toMatchObject({ key: 'meetings/m1/audio.flac', size: 5 })
      expect(await text(storage, 'meetings/m1/audio.flac')).toBe('hello')
      expect(await storage.stat('meetings/m1/audio.flac')).toMatchObject({ size: 5 })
    })

    test('takes a stream, also an empty one', async () => {
      const parts = Array.from({ length: 300 }, (_, index) => Buffer.alloc(10_000, index % 251))
      await storage.put('big', Readable.from(parts))
      expect((await buffer(await storage.get('big'))).equals(Buffer.concat(parts))).toBe(true)
      await storage.put('empty', Readable.from([]))
      expect(await storage.stat('empty')).toMatchObject({ size: 0 })
    })

    test('gives a range, both ends included, cut at the end of the object', async () => {
      await storage.put('digits', Buffer.from('0123456789'))
      expect(await text(storage, 'digits', { start: 2, end: 4 })).toBe('234')
      expect(await text(storage, 'digits', { start: 8, end: 99 })).toBe('89')
      await expect(storage.get('digits', { start: 10, end: 12 })).rejects.toMatchObject({
        reason: 'bad_range',
      })
    })

    test('a stream that breaks leaves the old object', async () => {
      await storage.put('kept', Buffer.from('old'))
      const broken = Readable.from(
        (async function* () {
          yield Buffer.from('new, but')
          throw new Error('cut')
        })(),
      )
      await expect(storage.put('kept', broken)).rejects.toThrow('cut')
      expect(await text(storage, 'kept')).toBe('old')
      expect(await keys(storage, '')).toEqual(['kept'])
    })

    test('a reader keeps the object it began with while another is put', async () => {
      await storage.put('shared', Buffer.from('first'))
      const reading = await storage.get('shared')
      await storage.put('shared', Buffer.from('second one'))
      expect((await buffer(reading)).toString()).toBe('first')
      expect(await text(storage, 'shared')).toBe('second one')
    })

    test('lists by prefix in order of the keys', async () => {
      for (const key of ['a/b', 'a-1', 'a/c/d', 'ab', 'b']) await storage.put(key, Buffer.from(key))
      expect(await keys(storage, '')).toEqual(['a-1', 'a/b', 'a/c/d', 'ab', 'b'])
      expect(await keys(storage, 'a/')).toEqual(['a/b', 'a/c/d'])
      expect(await keys(storage, 'a')).toEqual(['a-1', 'a/b', 'a/c/d', 'ab'])
      expect(await keys(storage, 'nothing/')).toEqual([])
    })

    test('deletes, and deleting nothing is no failure', async () => {
      await storage.put('x/y/z', Buffer.from('z'))
      await storage.delete('x/y/z')
      await storage.delete('x/y/z')
      expect(await storage.stat('x/y/z')).toBeUndefined()
      await expect(storage.get('x/y/z')).rejects.toMatchObject({ reason: 'not_found' })
    })

    test('many writers and deleters of neighbours do not disturb each other', async () => {
      const names = Array.from({ length: 40 }, (_, index) => `room/n${index}`)
      await Promise.all(
        names.map(async (key, index) => {
          await storage.put(key, Buffer.from(key))
          if (index % 2) await storage.delete(key)
        }),
      )
      expect(await keys(storage, 'room/')).toHaveLength(20)
    })

    test.each([
      '',
      '/',
      '/etc/passwd',
      '../x',
      'a/../../x',
      'a//b',
      'a/',
      '.hidden',
      'a/.b',
      'a\\b',
      'a\0b',
      'a b',
      'ä',
      'x'.repeat(600),
    ])('refuses the key %j', async key => {
      const refusal = { reason: 'bad_key' }
      await expect(storage.put(key, Buffer.from('x'))).rejects.toMatchObject(refusal)
      await expect(storage.get(key)).rejects.toMatchObject(refusal)
      await expect(storage.stat(key)).rejects.toBeInstanceOf(StorageError)
      await expect(storage.delete(key)).rejects.toMatchObject(refusal)
    })

    test('says that it can be written', async () => {
      await expect(storage.check()).resolves.toBeUndefined()
    })
  })
}
