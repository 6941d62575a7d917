import type pg from 'pg'
import { MIGRATION_LOCK } from '../../platform/db/migrate'
import type { ResumableStorage } from '../../platform/storage/resumable'
import type { Storage } from '../../platform/storage/storage'
import { BackupError } from '../backup-error'
import { openSession, tryLock } from '../database-session'
import type { Progress } from '../progress'
import type { BackupTarget } from '../target/backup-target'
import type { Manifest } from '../target/manifest'
import { PartReader } from './part-reader'
import { restoreDatabase } from './restore-database'
import { restoreObjects, restoreUploads } from './restore-objects'
import { assertKnownSchema } from './restored-schema'
import type { RestoredSecret } from './restored-secret'
import { beginRestore, forgetRestore, unfinishedRestore } from './unfinished-restore'

export interface RestorePlace {
  databaseUrl: string
  storage: Storage
  resumable: ResumableStorage
  secret: RestoredSecret
}

interface Restore {
  client: pg.Client
  place: RestorePlace
  target: BackupTarget
  manifest: Manifest
  progress: Progress
}

/**
 * Objects first, the database last and in one transaction: until then no server starts here. One that was killed goes on; one
 * that cannot be finished leaves the place as empty as it was.
 */
export async function restoreBackup(
  place: RestorePlace,
  target: BackupTarget,
  wanted: string | undefined,
  progress: Progress,
): Promise<Manifest> {
  const client = await connect(place.databaseUrl)
  try {
    const begun = await unfinishedRestore(client)
    const manifest = await chosen(target, wanted ?? begun)
    assertKnownSchema(manifest)
    place.secret.assertFits(manifest.secret)
    if (begun === undefined) await assertEmpty(place.storage)
    else if (begun !== manifest.id) await clear(client, place.storage)
    else progress.stage(`the restore of ${begun} goes on`)
    if (begun !== manifest.id) await beginRestore(client, manifest.id)
    await restoreAll({ client, place, target, manifest, progress })
    progress.done()
    return manifest
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Servers that start meanwhile wait, as they do for another one's migrations. */
async function connect(databaseUrl: string): Promise<pg.Client> {
  const client = await openSession(databaseUrl, 'restore')
  if (await tryLock(client, MIGRATION_LOCK)) return client
  await client.end()
  throw new BackupError('busy', 'another restore runs on the database, or a server is starting on it')
}

async function restoreAll({ client, place, target, manifest, progress }: Restore): Promise<void> {
  const { storage, resumable, secret } = place
  const parts = new PartReader(target)
  try {
    progress.stage(`backup ${manifest.id}: objects (number, size)`)
    const objects = { target, storage, resumable, parts, progress }
    await restoreObjects(objects, manifest)
    const uploads = await restoreUploads(objects, manifest.uploads)
    secret.write(manifest.secret)
    progress.stage('database (tables, size)')
    await restoreDatabase(client, { manifest, uploads }, parts, progress)
  } catch (error) {
    const isHopeless = error instanceof BackupError && ['damaged', 'unknown_schema'].includes(error.reason)
    if (isHopeless) {
      progress.stage('removing what was restored')
      for (const { key, held } of manifest.uploads)
        await resumable.abandon(key, { held }).catch(() => undefined)
      secret.remove()
      await clear(client, storage)
    }
    throw error
  }
}

async function chosen(target: BackupTarget, wanted: string | undefined): Promise<Manifest> {
  const { complete } = await target.backups()
  const id = wanted ?? complete.at(-1)
  if (id && complete.includes(id)) return await target.manifest(id)
  throw new BackupError('no_backup', id ? `there is no whole backup ${id}` : 'there is no whole backup')
}

async function assertEmpty(storage: Storage): Promise<void> {
  for await (const { key } of storage.list(''))
    throw new BackupError(
      'not_empty',
      `the storage is not empty (${key}): restore into an empty installation`,
    )
}

/** It was empty when the restore began, and no server has used it since. */
async function clear(client: pg.Client, storage: Storage): Promise<void> {
  const keys: string[] = []
  for await (const { key } of storage.list('')) keys.push(key)
  for (const key of keys) await storage.delete(key)
  await forgetRestore(client)
}
