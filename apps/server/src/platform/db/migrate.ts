import pg from 'pg'
import type { Log } from '../log/log'
import type { Migration } from './migrations/migration'
import { NODE_SILENT_MS, untilNoneRuns } from './running-nodes'

/** Any constant of our own: nodes that start together on one database apply the migrations one after the other. */
export const MIGRATION_LOCK = 7_405_316

/** A table of the database into which a restore was begun and not finished. */
export const UNFINISHED_RESTORE = 'unfinished_restore'

export class MigrationError extends Error {
  override readonly name = 'MigrationError'

  constructor(
    readonly reason: 'failed' | 'newer_database' | 'older_nodes' | 'unfinished_restore',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

/**
 * On a connection of its own without time limits: a large table takes as long as it takes, and a node that starts
 * beside another one waits for its migrations.
 */
export async function migrate(
  url: string,
  migrations: readonly Migration[],
  log: Log,
  { nodeSilentMs = NODE_SILENT_MS }: { nodeSilentMs?: number } = {},
): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    keepAlive: true,
    application_name: 'livetap migrations',
  })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('set statement_timeout = 0; set lock_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await assertNotRestoring(client)
    await prepareRecord(client)
    const missing = await missingOf(client, migrations)
    await assertNoOlderNodes(client, missing, { nodeSilentMs, log })
    for (const migration of missing) {
      await applyOne(client, migration)
      log.info({ migration: migration.id }, 'migration applied')
    }
  } finally {
    // The lock belongs to the connection and goes with it.
    await client.end().catch(() => undefined)
  }
}

/** Of an empty database, in the caller's transaction: the tables as these migrations leave them. */
export async function createSchema(client: pg.ClientBase, migrations: readonly Migration[]): Promise<void> {
  await prepareRecord(client)
  for (const { sql } of migrations) await client.query(sql)
}

async function assertNotRestoring(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ found: boolean }>('select to_regclass($1) is not null as found', [
    UNFINISHED_RESTORE,
  ])
  if (rows[0]?.found)
    throw new MigrationError(
      'unfinished_restore',
      'a backup is being restored into the database and is not whole yet: run npm run restore again, which goes on',
    )
}

async function prepareRecord(client: pg.ClientBase): Promise<void> {
  await client.query(
    'create table if not exists schema_migrations (id text primary key, applied_at timestamptz not null default now())',
  )
  // What was applied before this was recorded is known to every release that reads it.
  await client.query(
    'alter table schema_migrations add column if not exists compatible boolean not null default false',
  )
}

/** Rejects where a newer release has applied what this one cannot run with. */
async function missingOf(client: pg.ClientBase, migrations: readonly Migration[]): Promise<Migration[]> {
  const { rows } = await client.query<{ id: string; compatible: boolean }>(
    'select id, compatible from schema_migrations order by id',
  )
  const known = new Set(migrations.map(({ id }) => id))
  const foreign = rows.find(({ id, compatible }) => !known.has(id) && !compatible)
  if (foreign)
    throw new MigrationError(
      'newer_database',
      `the database was written by a newer Livetap, beside which this one cannot run (it knows ${foreign.id})`,
    )
  const applied = new Set(rows.map(({ id }) => id))
  return migrations.filter(({ id }) => !applied.has(id))
}

/** Any node that runs on the database does not know what is missing in it: it is of an earlier release. */
async function assertNoOlderNodes(
  client: pg.ClientBase,
  missing: readonly Migration[],
  { nodeSilentMs, log }: { nodeSilentMs: number; log: Log },
): Promise<void> {
  const breaking = missing.find(({ compatible }) => !compatible)
  if (!breaking) return
  const nodes = await untilNoneRuns(client, nodeSilentMs)
  if (nodes.length === 0) return
  const names = nodes.map(({ pod, version }) => (version ? `${pod} (${version})` : pod)).join(', ')
  log.warn({ migration: breaking.id, nodes: names }, 'nodes of an earlier release run on the database')
  throw new MigrationError(
    'older_nodes',
    `migration ${breaking.id} breaks nodes of an earlier release, and these run on the database: stop ${names} first`,
  )
}

async function applyOne(client: pg.ClientBase, migration: Migration): Promise<void> {
  await client.query('begin')
  try {
    await client.query(migration.sql)
    await client.query('insert into schema_migrations (id, compatible) values ($1, $2)', [
      migration.id,
      migration.compatible,
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new MigrationError('failed', `migration ${migration.id} failed: ${(error as Error).message}`, {
      cause: error,
    })
  }
}
