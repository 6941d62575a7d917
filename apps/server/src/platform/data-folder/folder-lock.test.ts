import { readdirSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { FolderLockedError, lockFolder } from './folder-lock'
import { startTimeOf } from './process-identity'

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'livetap-lock-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

test('one server a folder, until it lets go', async () => {
  const folder = await newFolder()
  const lock = lockFolder(folder, 'http://127.0.0.1:8080')
  expect(() => lockFolder(folder, 'http://127.0.0.1:8081')).toThrow(FolderLockedError)
  expect(() => lockFolder(folder, 'x')).toThrow(
    `Livetap is already running on http://127.0.0.1:8080 (process ${process.pid}) with the data folder ${folder}`,
  )
  lock.release()
  lockFolder(folder, 'x').release()
  expect(readdirSync(folder)).toEqual([])
})

test.each([
  ['a process that is gone', { pid: 2 ** 22 + 1, started: '1', address: 'x', id: '1' }],
  [
    'a process that has the pid by now and started later',
    { pid: process.pid, started: '1', address: 'x', id: '1' },
  ],
  ['no one, cut short in writing', '{"pid":'],
])('a lock of %s is taken over', async (_name, content) => {
  const folder = await newFolder()
  writeFileSync(join(folder, 'livetap.lock'), typeof content === 'string' ? content : JSON.stringify(content))
  const lock = lockFolder(folder, 'x')
  expect(() => lockFolder(folder, 'y')).toThrow(FolderLockedError)
  lock.release()
})

test('releasing never takes away the lock of a successor', async () => {
  const folder = await newFolder()
  const lock = lockFolder(folder, 'x')
  const successor = { pid: process.pid, started: startTimeOf(process.pid), address: 'y', id: 'other' }
  writeFileSync(join(folder, 'livetap.lock'), JSON.stringify(successor))
  lock.release()
  expect(() => lockFolder(folder, 'z')).toThrow(FolderLockedError)
})
