import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import type { Config } from '../config/config'
import { blankSecrets } from '../log/blank-secrets'
import { createLog, type Log } from '../log/log'
import { noTracing, type Tracing } from '../tracing/tracing'
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
  /** The address of the pool, for further processes. Holds the password: never logged. */
  url: string
  /** Hears what is notified on a channel; resolves with what ends it. */
  listen: Notifications['listen']
  /** Tells who listens on a channel, in one transaction: equal payloads once. */
  notify(channel: string, payloads: readonly string[]): Promise<void>
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
  {
    limits = defaultDatabaseLimits,
    tracing = noTracing,
  }: { limits?: DatabaseLimits; tracing?: Tracing } = {},
): Promise<Database> {
  const server = config.databaseUrl
    ? { url: config.databaseUrl, supervise: () => undefined, stop: async () => {} }
    : config.role === 'worker'
      ? await attachEmbedded(config.dataDir)
      : await startEmbedded(config.dataDir, log)
  const { url } = server
  // What needs a session of its own: migrations, and listening.
  const directUrl = config.databaseDirectUrl ?? url

  const sharesSessions = directUrl !== url
  const { pool, cut, end } = limitedPool({ url, sharesSessions }, limits, log)
  const notifications = new Notifications(directUrl, log)
  const close = async () => {
    await waitAtMost(LAST_QUERIES_MS, Promise.all([end(), notifications.close()]))
    cut()
    await server.stop()
  }
  try {
    const pooled = await identify(pool, 'DATABASE_URL', url)
    if (sharesSessions) await assertSameDatabase(pooled, directUrl)
    await migrate(directUrl, migrations, log)
    server.supervise()
  } catch (error) {
    await close().catch(() => undefined)
    throw error
  }
  const kysely = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    ...(tracing.isOn && { log: ({ queryDurationMillis }) => tracing.queried(queryDurationMillis) }),
  })
  const listen: Database['listen'] = (name, channel) => notifications.listen(name, channel)
  const notify: Database['notify'] = async (channel, payloads) => {
    await pool.query('select pg_notify($1, payload) from unnest($2::text[]) as payload', [channel, payloads])
  }
  return { kysely, pool, url, listen, notify, cut, close }
}

const IDENTITY =
  "select format('%s of the server started %s', current_database(), pg_postmaster_start_time()) as identity"

/** Which database answers. */
async function identify(
  client: Pick<pg.ClientBase, 'query'>,
  variable: string,
  url: string,
): Promise<string> {
  try {
    const { rows } = await client.query<{ identity: string }>(IDENTITY)
    return rows[0]!.identity
  } catch (error) {
    const { message, code } = error as Error & { code?: string }
    throw new DatabaseError(
      'unreachable',
      message.includes('unsupported startup parameter')
        ? `${variable}: leads to a connection pooler: name the database behind it in LIVETAP_DATABASE_DIRECT_URL`
        : `${variable}: no database answers at ${blankSecrets(url)} (${message || code})`,
      { cause: error },
    )
  }
}

/** Migrations and messages of another database would be lost without a word. */
async function assertSameDatabase(pooled: string, directUrl: string): Promise<void> {
  const { pool, cut } = limitedPool(
    { url: directUrl, sharesSessions: false },
    defaultDatabaseLimits,
    createLog('silent'),
  )
  try {
    const direct = await identify(pool, 'LIVETAP_DATABASE_DIRECT_URL', directUrl)
    if (direct === pooled) return
    throw new DatabaseError(
      'other_database',
      `LIVETAP_DATABASE_DIRECT_URL: leads to another database (${direct}) than DATABASE_URL (${pooled})`,
    )
  } finally {
    cut()
  }
}
