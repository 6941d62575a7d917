import type { ClientBase, Pool } from 'pg'
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

export async function migrate(pool: Pool, migrations: readonly Migration[], log: Log): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await applyMissing(client, migrations, log)
  } finally {
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined)
    client.release()
  }
}

async function applyMissing(client: ClientBase, migrations: readonly Migration[], log: Log): Promise<void> {
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

async function applyOne(client: ClientBase, migration: Migration): Promise<void> {
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
