import { mkdtempSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { FolderStorage } from './folder-storage'
import { storageContract } from './storage-contract-suite'

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'livetap-storage-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

const all = mkdtempSync(join(tmpdir(), 'livetap-storage-'))
afterAll(() => rm(all, { recursive: true, force: true }))
storageContract('folder', async () => FolderStorage.open(await mkdtemp(join(all, 'one-'))))

test('what a crash left half written is gone later, what another process writes stays', async () => {
  const folder = await newFolder()
  await mkdir(join(folder, '.unfinished'), { recursive: true })
  await writeFile(join(folder, '.unfinished', 'abandoned'), 'half')
  await utimes(join(folder, '.unfinished', 'abandoned'), 0, 0)
  await writeFile(join(folder, '.unfinished', 'of-another-process'), 'half')
  await FolderStorage.open(folder)
  expect(await readdir(join(folder, '.unfinished'))).toEqual(['of-another-process'])
})

test('a folder that is gone is not ready', async () => {
  const folder = await newFolder()
  const storage = await FolderStorage.open(folder)
  await rm(folder, { recursive: true })
  await expect(storage.check()).rejects.toThrow()
})
