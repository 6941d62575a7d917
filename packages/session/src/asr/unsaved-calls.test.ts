import { expect, test, vi } from 'vitest'
import { keyedStorage } from '../memory-storage.test-support'
import type { AsrLine } from './asr-transcript'
import { type CallLocks, enterCall } from './enter-call'
import { StoredCalls } from './stored-calls'
import { UnsavedCalls } from './unsaved-calls'

const line: AsrLine = {
  id: 's-1',
  text: 'Hello there',
  startMs: 0,
  endMs: 900,
  words: [{ word: 'Hello', startMs: 0, endMs: 400 }],
  csis: [],
  languageCode: 'en',
}

/** As a browser's: one holder of a name at a time, the next one waits until its signal ends. */
function scriptedLocks(): CallLocks {
  const held = new Map<string, Promise<void>>()
  return {
    async request(name, { signal }, task) {
      while (held.has(name))
        await Promise.race([
          held.get(name),
          new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
        ])
      const running = task().finally(() => held.delete(name))
      held.set(name, running)
      await running
    },
    query: async () => ({ held: [...held.keys()].map(name => ({ name })) }),
  }
}

function browser() {
  const storage = keyedStorage()
  const calls = new StoredCalls(storage, 'ann')
  const locks = scriptedLocks()
  const enter = (tab = keyedStorage()) => enterCall({ calls, tab, userId: 'ann', locks })
  const saveAsMeeting = vi.fn(async () => 'm-1')
  const unsaved = new UnsavedCalls({ stored: calls, locks, saveAsMeeting })
  const offered = async () => {
    await unsaved.refresh()
    return unsaved.getSnapshot().calls
  }
  return { storage, calls, locks, enter, saveAsMeeting, unsaved, offered }
}

const stored = (startedAtMs: number, text = line.text) => ({ startedAtMs, lines: [{ ...line, text }] })

test('ASR-15 a reload goes on with the call of its tab, and a call after the end is another', async () => {
  const { enter, locks } = browser()
  const tab = keyedStorage()
  const first = await enter(tab)
  first.stored.write(stored(1, 'before'))
  // A page that is loaded again has let go of its lock, and of nothing else.
  const key = tab.key(0)!
  const id = tab.getItem(key)!
  await first.leave()
  tab.setItem(key, id)
  const again = await enter(tab)
  expect(again.stored.read()?.lines[0]?.text).toBe('before')
  await again.leave()
  const next = await enter(tab)
  expect(next.stored.read()).toBeUndefined()
  await next.leave()
  expect(await locks.query()).toEqual({ held: [] })
})

test('ASR-15 two tabs never share a call, not even a duplicated one', async () => {
  const { enter, calls } = browser()
  const tab = keyedStorage()
  const first = await enter(tab)
  first.stored.write(stored(1, 'mine'))
  const duplicate = keyedStorage()
  duplicate.setItem(tab.key(0)!, tab.getItem(tab.key(0)!)!)
  const second = await enter(duplicate)
  expect(second.stored.read()).toBeUndefined()
  second.stored.write(stored(2, 'yours'))
  expect(calls.list().map(({ lines }) => lines[0]?.text)).toEqual(['yours', 'mine'])
})

test('ASR-15 text of ended calls is offered, newest first; that of a running one is not', async () => {
  const { enter, calls, offered } = browser()
  calls.of('old').write(stored(1))
  const running = await enter()
  running.stored.write(stored(2))
  expect((await offered()).map(({ id }) => id)).toEqual(['old'])
  await running.leave()
  expect((await offered()).map(({ startedAtMs }) => startedAtMs)).toEqual([2, 1])
})

test('ASR-15 what is saved, exported or discarded is no longer kept; a save that fails keeps it', async () => {
  const { calls, unsaved, offered, saveAsMeeting } = browser()
  for (const [index, id] of ['a', 'b', 'c'].entries()) calls.of(id).write(stored(9 - index))
  const [one, two, three] = await offered()
  saveAsMeeting.mockRejectedValueOnce(new Error('The server is away'))
  await expect(unsaved.save(one!)).rejects.toThrow('The server is away')
  expect(calls.list()).toHaveLength(3)
  await unsaved.save(one!)
  expect(unsaved.exported(two!, 'txt')).toContain('Hello there')
  unsaved.discard(three!)
  expect(calls.list()).toEqual([])
  expect((await offered()).map(({ id, outcome }) => [id, outcome?.kind])).toEqual([
    ['a', 'saved'],
    ['b', 'exported'],
  ])
})

test('ASR-15 a browser keeps ten calls of a user, drops word times before text, and passes over what it cannot read', () => {
  const { storage, calls } = browser()
  for (let n = 1; n <= 12; n++) calls.of(`c${n}`).write(stored(n))
  expect(calls.list().map(({ startedAtMs }) => startedAtMs)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3])
  storage.setItem(calls.nameOf('c12'), '{')
  new StoredCalls(storage, 'ann.b').of('x').write(stored(99))
  expect(calls.list()).toHaveLength(9)

  const { setItem } = storage
  storage.setItem = (key, value) => {
    if (value.includes('"word"')) throw new Error('QuotaExceededError')
    setItem(key, value)
  }
  expect(calls.of('c11').write(stored(11, 'much'))).toBe(true)
  expect(calls.of('c11').read()?.lines).toMatchObject([{ text: 'much', words: [] }])
  storage.setItem = () => {
    throw new Error('QuotaExceededError')
  }
  expect(calls.of('c11').write(stored(11))).toBe(false)
})
