import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { withModelLock } from './model-lock'

let folder: string
let lock: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'model-lock-'))
  lock = join(folder, '.lock')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('the lock of a process of this machine that is gone is taken over at once', async () => {
  writeFileSync(lock, `999999999 ${hostname()}`)
  expect(await withModelLock(folder, async () => 'done', { timeoutMs: 0 })).toBe('done')
  expect(existsSync(lock)).toBe(false)
})

test.each([
  ['an hour behind', -1],
  ['an hour ahead', 1],
])('a lock with a heartbeat is waited for, also when its owner’s clock is %s', async (_way, hours) => {
  writeFileSync(lock, '999999999 another-machine')
  let beats = 0
  let isHeld = true
  const beat = () => {
    beats += 1
    const owners = new Date(Date.now() + hours * 3_600_000 + beats)
    utimesSync(lock, owners, owners)
  }
  beat()
  await withModelLock(
    folder,
    async () => {
      expect(isHeld).toBe(false)
    },
    {
      // Longer than a beat takes on any machine.
      staleMs: 20_000,
      onPoll: () => {
        if (beats < 5) return beat()
        isHeld = false
        rmSync(lock)
      },
    },
  )
  expect(beats).toBe(5)
})

test.each([
  ['long ago', -1],
  ['in the future', 1],
])('a lock without a heartbeat is taken over, also when it was last touched %s', async (_way, hours) => {
  writeFileSync(lock, '1 another-machine')
  const owners = new Date(Date.now() + hours * 3_600_000)
  utimesSync(lock, owners, owners)
  let polls = 0
  const work = async () => polls
  expect(
    await withModelLock(folder, work, {
      staleMs: 600,
      onPoll: () => {
        polls += 1
      },
    }),
  ).toBeGreaterThan(0)
})
