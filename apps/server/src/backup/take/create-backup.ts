import { randomBytes } from 'node:crypto'
import { migrations } from '../../platform/db/migrations'
import { installation } from '../../platform/installation'
import { HOLD_LOCK } from '../../platform/storage/deferred-deletions.store'
import type { ResumableStorage } from '../../platform/storage/resumable'
import type { Storage } from '../../platform/storage/storage'
import { BackupError } from '../backup-error'
import { openSession } from '../database-session'
import type { Progress } from '../progress'
import type { BackupTarget } from '../target/backup-target'
import type { Manifest, TableEntry } from '../target/manifest'
import { type RemovedBackups, removeOldBackups } from '../target/remove-old-backups'
import { belongsTo } from './belonging-objects'
import { EarlierObjects } from './earlier-objects'
import { copyHeldUploads, openUploads } from './held-uploads'
import { ObjectCopy } from './object-copy'
import { PartWriter } from './part-writer'
import { SharedPart } from './shared-part'
import { DatabaseSnapshot } from './snapshot'

export interface BackupSource {
  databaseUrl: string
  storage: Storage
  resumable: ResumableStorage
  secret: Manifest['secret']
  /** Is given the moment that is backed up, for another session to see; what it waits for, the backup waits for. */
  onSnapshot?: (exported: string) => Promise<void>
}

export interface TakenBackup {
  manifest: Manifest
  storedBytes: number
  removed: RemovedBackups
}

/**
 * The database of one moment, then the objects that belong to it: all of them were stored before the rows that name
 * them, and from before that moment until they are copied none is deleted.
 */
export async function createBackup(
  { databaseUrl, storage, resumable, secret, onSnapshot }: BackupSource,
  target: BackupTarget,
  keep: number,
  progress: Progress,
): Promise<TakenBackup> {
  const client = await openSession(databaseUrl, 'backup')
  let writer: PartWriter | undefined
  try {
    const snapshot = await DatabaseSnapshot.begin(client, HOLD_LOCK)
    const applied = await appliedMigrations(snapshot)
    const [moment] = await snapshot.rows<{ at: Date }>('select now() as at')
    const takenAt = moment!.at
    const id = `${takenAt.toISOString().replace(/[-:.]/g, '')}-${randomBytes(3).toString('hex')}`
    progress.stage(`backup ${id}: reading what is there`)
    const parts = await PartWriter.open(target, progress)
    writer = parts

    const sequences = await snapshot.sequences()
    const uploads = await openUploads(snapshot)
    const arriving = uploads.map(({ key }) => key)
    const belongs = await belongsTo(snapshot, arriving)
    if (onSnapshot) await onSnapshot(await snapshot.exported())
    const earlier = await EarlierObjects.open(target)

    progress.stage('tables and objects (number, size)')
    const copying = { id, takenAt, storage, target, parts, earlier, belongs, progress }
    const copyObjects = async () => ({
      uploads: await copyHeldUploads(uploads, resumable, parts),
      ...(await new ObjectCopy(copying).run()),
    })
    // The database is busy with its rows while the disk is with the objects.
    const [tables, copied] = await parts.together(copyTables(snapshot, parts, progress), copyObjects())
    await parts.settled()
    const manifest: Manifest = {
      id,
      takenAt: takenAt.toISOString(),
      release: installation.version,
      migrations: applied,
      tables,
      sequences,
      secret,
      ...copied,
    }
    // A session that was lost meanwhile held nothing: then this fails, and there is no backup.
    await client.query('select pg_advisory_unlock($1)', [HOLD_LOCK])
    await target.putManifest(manifest)
    progress.stage('removing what is not kept')
    const removed = await removeOldBackups(target, keep)
    progress.done()
    return { manifest, storedBytes: parts.storedBytes, removed }
  } finally {
    // The locks go with the connection.
    await client.end().catch(() => undefined)
    await writer?.close()
  }
}

/** With its tables the moment ends. */
async function copyTables(
  snapshot: DatabaseSnapshot,
  parts: PartWriter,
  progress: Progress,
): Promise<TableEntry[]> {
  const tables: TableEntry[] = []
  const shared = new SharedPart(parts)
  for (const table of snapshot.tables) {
    tables.push(await snapshot.copyTable(table, parts, shared))
    progress.add(0, 1)
  }
  await shared.flush()
  await snapshot.end()
  return tables
}

/** Tables of an earlier release have other places for what a backup reads. */
async function appliedMigrations(snapshot: DatabaseSnapshot): Promise<string[]> {
  const isThere = snapshot.tables.some(({ name }) => name === 'schema_migrations')
  const rows = isThere
    ? await snapshot.rows<{ id: string }>('select id from schema_migrations order by id')
    : []
  const applied = rows.map(({ id }) => id)
  const missing = migrations.find(({ id }) => !applied.includes(id))
  if (!missing) return applied
  throw new BackupError(
    'unknown_schema',
    rows.length === 0
      ? 'the database is empty: there is nothing to back up'
      : `the database is that of an earlier release (it lacks ${missing.id}): start a server of this one first`,
  )
}
