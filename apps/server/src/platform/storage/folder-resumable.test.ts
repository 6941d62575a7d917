import { mkdtempSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { FolderResumable } from './folder-resumable'
import { FolderStorage } from './folder-storage'
import { resumableContract } from './resumable-contract-suite'

const all = mkdtempSync(join(tmpdir(), 'livetap-resumable-'))
afterAll(() => rm(all, { recursive: true, force: true }))

resumableContract('folder', async () => {
  const folder = await mkdtemp(join(all, 'one-'))
  return {
    storage: await FolderStorage.open(folder),
    resumable: await FolderResumable.open(folder),
    reopen: () => FolderResumable.open(folder),
  }
})
