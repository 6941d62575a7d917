import pg from 'pg'
import { createSchema } from '../../platform/db/migrate'
import { migrations } from '../../platform/db/migrations'
import { BackupError } from '../backup-error'
import type { Manifest, TableEntry } from '../target/manifest'

const name = pg.escapeIdentifier

/** The migrations that the backup's database had; refuses those that this release does not know. */
function migrationsOf(manifest: Manifest) {
  assertKnownSchema(manifest)
  return migrations.filter(({ id }) => manifest.migrations.includes(id))
}

export function assertKnownSchema(manifest: Manifest): void {
  const known = new Set(migrations.map(({ id }) => id))
  const foreign = manifest.migrations.find(id => !known.has(id))
  if (foreign)
    throw new BackupError(
      'unknown_schema',
      `the backup was taken by Livetap ${manifest.release}, which is newer than this one (it has the migration ${foreign}): restore it with that release`,
    )
}

/** The tables as they were, and empty. Answers them in the order in which they can be filled. */
export async function restoreSchema(client: pg.Client, manifest: Manifest): Promise<TableEntry[]> {
  await createSchema(client, migrationsOf(manifest))
  await makePartitions(client, manifest.tables)
  await assertColumns(client, manifest.tables)
  const order = await fillingOrder(client, manifest.tables)
  // A migration may have filled some.
  if (order.length > 0) await client.query(`truncate ${order.map(table => name(table.name)).join(', ')}`)
  return order
}

/** A migration makes partitions for the days around its own: those of the backup take their place. */
async function makePartitions(client: pg.Client, tables: readonly TableEntry[]): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relispartition and relkind = 'r'
     and relnamespace = current_schema()::regnamespace and pg_get_expr(relpartbound, oid) <> 'DEFAULT'`,
  )
  for (const row of rows) await client.query(`drop table ${name(row.name)}`)
  for (const { name: table, partition } of tables)
    if (partition && partition.bound !== 'DEFAULT')
      await client.query(`create table ${name(table)} partition of ${name(partition.of)} ${partition.bound}`)
}

async function assertColumns(client: pg.Client, tables: readonly TableEntry[]): Promise<void> {
  const { rows } = await client.query<{ table: string; columns: string[] }>(
    `select relname as table, array_agg(attname::text) as columns from pg_class
     join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
     where relkind = 'r' and relnamespace = current_schema()::regnamespace group by relname`,
  )
  const there = new Map(rows.map(row => [row.table, row.columns]))
  for (const { name: table, columns } of tables)
    for (const column of columns)
      if (!there.get(table)?.includes(column))
        throw new BackupError(
          'unknown_schema',
          `this release has no place for ${table}.${column} of the backup`,
        )
}

/** Those that are referred to come first. */
async function fillingOrder(client: pg.Client, tables: readonly TableEntry[]): Promise<TableEntry[]> {
  const { rows } = await client.query<{ from: string; to: string }>(
    `select source.relname as from, target.relname as to from pg_constraint
     join pg_class as source on source.oid = conrelid join pg_class as target on target.oid = confrelid
     where contype = 'f' and conrelid <> confrelid`,
  )
  const order = new Set<TableEntry>()
  const visit = (table: TableEntry) => {
    if (order.has(table)) return
    for (const { from, to } of rows) {
      const needed = from === table.name && tables.find(other => other.name === to)
      if (needed) visit(needed)
    }
    order.add(table)
  }
  for (const table of tables) visit(table)
  return [...order]
}
