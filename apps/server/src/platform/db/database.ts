import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Config } from '../config/config'
import { blankSecrets } from '../log/blank-secrets'
import type { Log } from '../log/log'
import { DatabaseError } from './database-error'
import { attachEmbedded, startEmbedded } from './embedded/embedded-postgres'
import { migrate } from './migrate'
import { migrations } from './migrations'
import type { DB } from './schema'

export interface Database {
  kysely: Kysely<DB>
  pool: pg.Pool
  /** The address for parts that keep their own connections (the job queue). Holds the password: never logged. */
  url: string
  close(): Promise<void>
}

const INT8 = 20
const CONNECT_TIMEOUT_MS = 10_000

/** Counts and ids stay far below 2^53, so int8 is read as a number. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === INT8
      ? Number
      : pg.types.getTypeParser(oid, format as 'text')) as pg.CustomTypesConfig['getTypeParser'],
}

export async function openDatabase(config: Config, log: Log): Promise<Database> {
  const server = config.databaseUrl
    ? { url: config.databaseUrl, stop: async () => {} }
    : config.role === 'worker'
      ? await attachEmbedded(config.dataDir)
      : await startEmbedded(config.dataDir, log)

  const pool = new pg.Pool({
    connectionString: server.url,
    max: 20,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: 30_000,
    statement_timeout: 60_000,
    application_name: 'livetap',
    types,
  })
  // An idle connection that breaks (the database restarts) must not end the process: the next query reports it.
  pool.on('error', error => log.warn({ reason: error.message }, 'database connection lost'))
  // Nor one that breaks in use, between two queries of a transaction: its next query fails.
  pool.on('connect', client => client.on('error', () => undefined))

  const close = async () => {
    await pool.end()
    await server.stop()
  }
  try {
    await assertReachable(pool, server.url)
    await migrate(pool, migrations, log)
  } catch (error) {
    await close().catch(() => undefined)
    throw error
  }
  return { kysely: new Kysely<DB>({ dialect: new PostgresDialect({ pool }) }), pool, url: server.url, close }
}

async function assertReachable(pool: pg.Pool, url: string): Promise<void> {
  try {
    await pool.query('select 1')
  } catch (error) {
    const { message, code } = error as Error & { code?: string }
    throw new DatabaseError(
      'unreachable',
      `DATABASE_URL: no database answers at ${blankSecrets(url)} (${message || code})`,
      { cause: error },
    )
  }
}
