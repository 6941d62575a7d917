import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { crowdedFolders } from './crowded-folders.mjs'

/** A tree with that many files in the folder, its tests and styles among them. */
function treeWith(folder: string, files: number): string {
  const root = mkdtempSync(join(tmpdir(), 'livetap-crowded-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  mkdirSync(join(root, folder, 'node_modules'), { recursive: true })
  const endings = ['.ts', '.test.ts', '.module.css', '.tsx']
  for (let n = 0; n < files; n++) writeFileSync(join(root, folder, `f${n}${endings[n % 4]}`), '')
  for (let n = 0; n < 40; n++) writeFileSync(join(root, folder, 'node_modules', `f${n}.ts`), '')
  return root
}

test('a folder may hold 25 files side by side, its tests and styles among them', () => {
  expect(crowdedFolders(treeWith('packages/one/src', 25))).toEqual([])
  expect(crowdedFolders(treeWith('packages/one/src', 26))).toEqual([
    { folder: 'packages/one/src', count: 26, most: 25 },
  ])
})

test('the migrations may be any number, and no other folder', () => {
  expect(crowdedFolders(treeWith('apps/server/src/platform/db/migrations', 60))).toEqual([])
  expect(crowdedFolders(treeWith('apps/server/src/modules/one/migrations', 60))).toHaveLength(1)
})
