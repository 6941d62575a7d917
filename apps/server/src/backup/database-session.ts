import pg from 'pg'
import { DatabaseError } from '../platform/db/database-error'
import { blankSecrets } from '../platform/log/blank-secrets'

/** A connection of its own for work that takes as long as it takes; it waits a minute for a lock at most. */
export async function openSession(databaseUrl: string, name: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
    application_name: `livetap ${name}`,
  })
  // Its next query fails.
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query(
      "set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set idle_session_timeout = 0; set lock_timeout = '60s'",
    )
    return client
  } catch (error) {
    const { message, code } = error as Error & { code?: string }
    throw new DatabaseError(
      'unreachable',
      `no database answers at ${blankSecrets(databaseUrl)} (${message || code})`,
      { cause: error },
    )
  }
}

/** A lock of the session, which goes with it; false where another one has it. */
export async function tryLock(client: pg.Client, lock: number): Promise<boolean> {
  const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [lock])
  return rows[0]?.free === true
}
