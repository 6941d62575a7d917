import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { ResumableState } from '../../platform/storage/resumable'
import { BackupError } from '../backup-error'
import type { Progress } from '../progress'
import type { Manifest, TableEntry } from '../target/manifest'
import type { PartReader } from './part-reader'
import { restoreSchema } from './restored-schema'
import { forgetRestore } from './unfinished-restore'

const name = pg.escapeIdentifier
/** For what the database does with a piece of a table: its rows go into every index. */
const PIECE_MS = 30 * 60_000

export interface RestoredUpload {
  id: string
  state: ResumableState
}

/** In one transaction: what is not whole is not there. Its end is the end of the restore. */
export async function restoreDatabase(
  client: pg.Client,
  { manifest, uploads }: { manifest: Manifest; uploads: readonly RestoredUpload[] },
  parts: PartReader,
  progress: Progress,
): Promise<void> {
  await client.query('begin')
  try {
    for (const table of await restoreSchema(client, manifest)) {
      await fill(client, table, parts, progress)
      progress.add(0, 1)
    }
    for (const { name: sequence, last } of manifest.sequences)
      if (last !== null) await client.query('select setval($1::regclass, $2)', [name(sequence), last])
    for (const { id, state } of uploads) await client.query(UPLOAD, [id, state.held, JSON.stringify(state)])
    await forgetRestore(client)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

/** One that cannot go on where it was begins anew. */
const UPLOAD = `update upload_session set held_bytes = $2::bigint, storage_state = $3,
  state = case when $2::bigint = total_bytes then state else 'open' end where id = $1`

async function fill(
  client: pg.Client,
  { name: table, columns, rows, pieces }: TableEntry,
  parts: PartReader,
  progress: Progress,
): Promise<void> {
  const copying = client.query(copyFrom(`copy ${name(table)} (${columns.map(name).join(', ')}) from stdin`))
  const silent = new AbortController()
  const watch = setTimeout(() => silent.abort(), PIECE_MS)
  const counted = async function* () {
    for await (const piece of parts.read(pieces)) {
      progress.add(piece.byteLength)
      watch.refresh()
      yield piece
    }
  }
  try {
    await pipeline(Readable.from(counted(), { objectMode: false }), copying, { signal: silent.signal })
  } catch (error) {
    if (!silent.signal.aborted) throw error
    throw new BackupError('timeout', `the database took nothing of the table ${table} for half an hour`)
  } finally {
    clearTimeout(watch)
  }
  if (copying.rowCount !== rows)
    throw new BackupError('damaged', `the table ${table} of the backup has not as many rows as it had`)
}
