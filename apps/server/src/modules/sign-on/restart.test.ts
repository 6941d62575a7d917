import { expect, test } from 'vitest'
import { testDatabase } from '../../testing/database/test-database'
import { ConsoleClient } from './testing/console-client'
import { ADMIN, startSignOnServer } from './testing/sign-on-server'

test('a restart ends no session: access token, refresh token and cookie go on', async () => {
  const database = await testDatabase()
  const first = await startSignOnServer(database)
  const client = new ConsoleClient(first.origin)
  const answer = await client.signIn(ADMIN.email, ADMIN.password)
  await first.stop()

  const second = await startSignOnServer(database, { PORT: String(first.port) })
  try {
    expect((await client.me(answer.access_token)).status).toBe(200)
    expect((await client.refresh(answer.refresh_token)).status).toBe(200)
    const again = new ConsoleClient(second.origin, client.browser)
    expect((await again.exchange(await again.authorize())).status).toBe(200)
  } finally {
    await second.stop()
  }
})

test('a sign-in page that was open over a restart can still be sent', async () => {
  const database = await testDatabase()
  const first = await startSignOnServer(database)
  const client = new ConsoleClient(first.origin)
  const page = await client.authorize()
  await first.stop()
  const second = await startSignOnServer(database, { PORT: String(first.port) })
  try {
    expect((await client.exchange(await client.submit(page, ADMIN.email, ADMIN.password))).status).toBe(200)
  } finally {
    await second.stop()
  }
})

test('with another secret the start ends in one line that names it', async () => {
  const database = await testDatabase()
  await (await startSignOnServer(database)).stop()
  const start = startSignOnServer(database, { LIVETAP_SECRET: 'another secret, also long enough' })
  await expect(start).rejects.toThrow(/^LIVETAP_SECRET: does not open the broker-signing keys/)
})

test('keys, tokens and cookies are not in the database in the clear', async () => {
  const database = await testDatabase()
  const server = await startSignOnServer(database)
  const client = new ConsoleClient(server.origin)
  const answer = await client.signIn(ADMIN.email, ADMIN.password)
  const cookie = [...client.browser.cookies.values()].find(({ name }) => name === 'livetap_session')!.value
  const tables = ['account', 'sign_on_session', 'oidc_payload', 'sign_on_key'] as const
  const rows = await Promise.all(tables.map(table => database.kysely.selectFrom(table).selectAll().execute()))
  const everything = JSON.stringify(rows)
  expect(everything).toContain(ADMIN.email)
  for (const secret of [answer.access_token, answer.refresh_token, cookie, ADMIN.password, '"kty"'])
    expect(everything).not.toContain(secret)
  await server.stop()
})
