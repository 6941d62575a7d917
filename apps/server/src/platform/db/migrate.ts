import pg from 'pg'
import type { Log } from '../log/log'
import type { Migration } from './migrations/migration'

/** Any constant of our own: nodes that start together on one database apply the migrations one after the other. */
const MIGRATION_LOCK = 7_405_316

export class MigrationError extends Error {
  override readonly name = 'MigrationError'

  constructor(
    readonly reason: 'failed' | 'newer_database',
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
export async function migrate(url: string, migrations: readonly Migration[], log: Log): Promise<void> {
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
    await applyMissing(client, migrations, log)
  } finally {
    // The lock belongs to the connection and goes with it.
    await client.end().catch(() => undefined)
  }
}

async function applyMissing(
  client: pg.ClientBase,
  migrations: readonly Migration[],
  log: Log,
): Promise<void> {
  await client.query(
    'create table if not exists schema_migrations (id text primary key, applied_at timestamptz not null default now())',
  )
  const { rows } = await client.query<{ id: string }>('select id from schema_migrations')
  const applied = new Set(rows.map(row => row.id))
  const known = new Set(migrations.map(migration => migration.id))
  const unknown = [...applied].find(id => !known.has(id))
  if (unknown)
    throw new MigrationError(
      'newer_database',
      `the database was written by a newer Livetap (it knows ${unknown})`,
    )

  for (const migration of migrations) {
    if (applied.has(migration.id)) continue
    await applyOne(client, migration)
    log.info({ migration: migration.id }, 'migration applied')
  }
}

async function applyOne(client: pg.ClientBase, migration: Migration): Promise<void> {
  await client.query('begin')
  try {
    await client.query(migration.sql)
    await client.query('insert into schema_migrations (id) values ($1)', [migration.id])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new MigrationError('failed', `migration ${migration.id} failed: ${(error as Error).message}`, {
      cause: error,
    })
  }
}
