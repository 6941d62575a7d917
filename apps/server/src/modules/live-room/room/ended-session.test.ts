import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createSessionStore } from '../../sign-on/sessions/session.store'
import { LiveHost } from '../testing/live-host'

/** A second process at the same database, which keeps its connection. */
async function elsewhere(host: LiveHost): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: host.server.app.database.url })
  client.on('error', () => undefined)
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

async function memberOf(host: LiveHost, id: string) {
  const { kysely } = host.server.app.database
  const accountId = randomUUID()
  const email = `${accountId}@example.com`
  await kysely
    .insertInto('account')
    .values({ id: accountId, email, user_name: email, password_hash: 'none' })
    .execute()
  const sessionId = randomUUID()
  await createSessionStore(kysely).start({
    id: sessionId,
    accountId,
    browserSession: randomUUID(),
    lifetimeMs: 60_000,
  })
  const headers = host.server.bearer({ userId: accountId, userName: email, sessionId })
  const client = await host.join(id, { headers })
  return { accountId, sessionId, client }
}

test('what another process ended closes its sockets though no message comes, and no others', async () => {
  const host = await LiveHost.start()
  const { id, client: bystander } = await host.meetingWithClient()
  const disabled = await memberOf(host, id)
  const signedOut = await memberOf(host, id)
  const halfDisabled = await memberOf(host, id)

  const other = await elsewhere(host)
  const listeners = `from pg_stat_activity where datname = current_database() and application_name = 'livetap notifications'`
  const listenerCount = async () => (await other.query(`select 1 ${listeners}`)).rowCount
  expect(await listenerCount()).toBe(1)
  const letIn = (allowed: boolean) =>
    other.query('update pg_database set datallowconn = $1 where datname = current_database()', [allowed])
  // No new connection is let in: the listener stays away until it is.
  await letIn(false)
  await other.query(`select pg_terminate_backend(pid) ${listeners}`)
  await vi.waitFor(async () => expect(await listenerCount()).toBe(0))
  const end = `update sign_on_session set ended_at = now(), end_reason = $2 where account_id = $1`
  await other.query('update account set disabled_at = now() where id = $1', [disabled.accountId])
  await other.query(end, [disabled.accountId, 'account-disabled'])
  await other.query(end, [signedOut.accountId, 'signed-out'])
  // Its process died before it came to the sessions.
  await other.query('update account set disabled_at = now() where id = $1', [halfDisabled.accountId])

  // Found in the database, by the connections that are left.
  for (const { client } of [disabled, signedOut]) expect((await client.untilClosed()).code).toBe(4403)
  expect(await listenerCount()).toBe(0)
  await letIn(true)
  expect((await halfDisabled.client.untilClosed()).code).toBe(4403)
  expect(await listenerCount()).toBe(1)
  bystander.command('ping')
  await bystander.until('pong')
})
