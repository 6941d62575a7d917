import pg from 'pg'
import { blankSecrets } from '../log/blank-secrets'
import { databaseClock } from './database-clock'
import { migrations } from './migrations'

export interface DatabaseFacts {
  version: number
  server: string
  /** Of this machine's clock, ahead of the database's. */
  clockOffsetMs: number
  connections: { used: number; max: number }
  /** Migrations of this release that are not applied yet. */
  missing: string[]
  /** Applied ones that this release does not know, and beside which it cannot run. */
  foreign: string[]
}

const TIMEOUT_MS = 5_000

/** Reads, and changes nothing: no table is made, no migration applied. */
export async function databaseFacts(url: string): Promise<DatabaseFacts> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
    application_name: 'livetap doctor',
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{
      version: number
      server: string
      used: number
      max: number
      known: boolean
    }>(
      `select current_setting('server_version_num')::int / 10000 as version, current_setting('server_version') as server,
         (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used,
         current_setting('max_connections')::int as max, to_regclass('schema_migrations') is not null as known`,
    )
    const { version, server, used, max, known } = rows[0]!
    const applied = known
      ? (
          await client.query<{ id: string; compatible: boolean }>(
            "select id, coalesce((to_jsonb(m) ->> 'compatible')::boolean, false) as compatible from schema_migrations m",
          )
        ).rows
      : []
    const appliedIds = new Set(applied.map(({ id }) => id))
    const knownIds = new Set(migrations.map(({ id }) => id))
    return {
      version,
      server,
      clockOffsetMs: (await databaseClock(client)).offsetMs,
      connections: { used, max },
      missing: migrations.map(({ id }) => id).filter(id => !appliedIds.has(id)),
      foreign: applied.filter(({ id, compatible }) => !knownIds.has(id) && !compatible).map(({ id }) => id),
    }
  } catch (error) {
    const { message, code } = error as Error & { code?: string }
    throw new Error(blankSecrets(message || code || 'no answer'), { cause: error })
  } finally {
    await client.end().catch(() => undefined)
  }
}
