import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import type { Config } from '../config/config'
import { blankSecrets } from '../log/blank-secrets'
import type { Log } from '../log/log'
import { waitAtMost } from '../wait-at-most'
import { DatabaseError } from './database-error'
import { attachEmbedded, startEmbedded } from './embedded/embedded-postgres'
import { type DatabaseLimits, defaultDatabaseLimits, limitedPool } from './limited-pool'
import { migrate } from './migrate'
import { migrations } from './migrations'
import { Notifications } from './notifications'
import type { DB } from './schema'

export interface Database {
  kysely: Kysely<DB>
  pool: pg.Pool
  /** The address for parts that keep their own connections (the job queue). Holds the password: never logged. */
  url: string
  /** Hears what is notified on a channel; resolves with what ends it. */
  listen: Notifications['listen']
  /** Breaks every connection and refuses new ones: what waits for the database fails now. */
  cut(): void
  close(): Promise<void>
}

/** Connections that are still in use then belong to work that was abandoned. */
const LAST_QUERIES_MS = 1_000
/** What `close` can take at most: the last queries, and the stop of the embedded database. */
export const DATABASE_CLOSE_MS = 5_300

export async function openDatabase(
  config: Config,
  log: Log,
  limits: DatabaseLimits = defaultDatabaseLimits,
): Promise<Database> {
  const server = config.databaseUrl
    ? { url: config.databaseUrl, supervise: () => undefined, stop: async () => {} }
    : config.role === 'worker'
      ? await attachEmbedded(config.dataDir)
      : await startEmbedded(config.dataDir, log)

  const { pool, cut, end } = limitedPool(server.url, limits, log)
  const notifications = new Notifications(server.url, log)
  const close = async () => {
    await waitAtMost(LAST_QUERIES_MS, Promise.all([end(), notifications.close()]))
    cut()
    await server.stop()
  }
  try {
    await assertReachable(pool, server.url)
    await migrate(server.url, migrations, log)
    server.supervise()
  } catch (error) {
    await close().catch(() => undefined)
    throw error
  }
  const kysely = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  const listen: Database['listen'] = (name, channel) => notifications.listen(name, channel)
  return { kysely, pool, url: server.url, listen, cut, close }
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
