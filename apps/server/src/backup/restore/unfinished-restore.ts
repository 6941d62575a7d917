import type pg from 'pg'
import { UNFINISHED_RESTORE } from '../../platform/db/migrate'
import { BackupError } from '../backup-error'

/**
 * Which backup an earlier command began to restore here; nothing in an empty database, and any other is refused. Its
 * table is there from the first step of a restore to the last: no server starts on a database that has it.
 */
export async function unfinishedRestore(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relkind in ('r', 'p', 'f')
     and relnamespace = current_schema()::regnamespace
     and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')`,
  )
  if (rows.length === 0) return undefined
  if (rows.length > 1 || rows[0]!.name !== UNFINISHED_RESTORE)
    throw new BackupError('not_empty', 'the database is not empty: restore into an empty installation')
  const begun = await client.query<{ backup: string }>(`select backup from ${UNFINISHED_RESTORE}`)
  return begun.rows[0]?.backup
}

export async function beginRestore(client: pg.Client, backup: string): Promise<void> {
  await client.query(`create table ${UNFINISHED_RESTORE} as select $1::text as backup`, [backup])
}

export async function forgetRestore(client: pg.Client): Promise<void> {
  await client.query(`drop table if exists ${UNFINISHED_RESTORE}`)
}
