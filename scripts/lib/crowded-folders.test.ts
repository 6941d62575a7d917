import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { crowdedFolders } from './crowded-folders.mjs'

test('a folder may hold thirty source files side by side, and any number of tests', () => {
  const root = mkdtempSync(join(tmpdir(), 'livetap-crowded-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const folder = join(root, 'packages/one/src')
  mkdirSync(join(folder, 'node_modules'), { recursive: true })
  for (let n = 0; n < 30; n++) {
    writeFileSync(join(folder, `f${n}.ts`), '')
    writeFileSync(join(folder, `f${n}.test.ts`), '')
    for (const ending of ['a', 'b']) writeFileSync(join(folder, 'node_modules', `f${n}${ending}.ts`), '')
  }
  expect(crowdedFolders(root)).toEqual([])
  writeFileSync(join(folder, 'one-more.tsx'), '')
  expect(crowdedFolders(root)).toEqual([{ folder: 'packages/one/src', count: 31, most: 30 }])
})
