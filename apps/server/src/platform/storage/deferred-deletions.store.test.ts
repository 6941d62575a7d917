import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '../../testing/database/test-database'
import { DeferringStorage, HOLD_LOCK } from './deferred-deletions.store'
import { FolderStorage } from './folder-storage'

test('what is deleted while a backup holds the storage goes when it is over, unless it was put again', async () => {
  const { kysely, url } = await testDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'livetap-deferred-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const storage = new DeferringStorage(await FolderStorage.open(folder), kysely)
  const keys = async () => {
    const found: string[] = []
    for await (const { key } of storage.list('')) found.push(key)
    return found
  }
  for (const key of ['before', 'during', 'again']) await storage.put(key, Buffer.from(key))
  await storage.delete('before')
  expect(await keys()).toEqual(['again', 'during'])

  const backup = new pg.Client({ connectionString: url })
  await backup.connect()
  await backup.query('select pg_advisory_lock($1)', [HOLD_LOCK])
  for (const key of ['during', 'again', 'never there']) await storage.delete(key.replaceAll(' ', '-'))
  await storage.put('again', Buffer.from('another content'))
  await storage.sweep()
  expect(await keys()).toEqual(['again', 'during'])
  // A killed one holds nothing.
  await backup.end()
  await storage.sweep()
  expect(await keys()).toEqual(['again'])
  expect(await kysely.selectFrom('deferred_deletion').selectAll().execute()).toEqual([])
})
