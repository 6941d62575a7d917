import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeDataFolder } from './data-folder'

const modeOf = (path: string) => statSync(path).mode & 0o777

test('what is worked on in the data folder is closed to other users, in one that was made before too', () => {
  const dataDir = join(mkdtempSync(join(tmpdir(), 'livetap-data-')), 'data')
  onTestFinished(() => rmSync(join(dataDir, '..'), { recursive: true }))
  for (const name of ['mixing', 'scratch']) {
    mkdirSync(join(dataDir, name), { recursive: true })
    chmodSync(join(dataDir, name), 0o755)
  }
  makeDataFolder(dataDir)
  for (const name of ['mixing', 'scratch']) expect([name, modeOf(join(dataDir, name))]).toEqual([name, 0o700])
  rmSync(dataDir, { recursive: true })
  makeDataFolder(dataDir)
  for (const name of ['', 'mixing', 'scratch'])
    expect([name, modeOf(join(dataDir, name))]).toEqual([name, 0o700])
})
