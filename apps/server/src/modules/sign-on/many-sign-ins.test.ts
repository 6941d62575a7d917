import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashPassword } from '../../platform/password/password-hash'
import { type TestDatabase, testDatabase } from '../../testing/database/test-database'
import { createAccountStore } from './accounts/account.store'
import { ConsoleClient } from './testing/console-client'
import { ADMIN, type SignOnServer, startSignOnServer } from './testing/sign-on-server'

/** More than an address may try wrongly, and more than are checked at once. */
const AT_ONCE = 50

let database: TestDatabase
let server: SignOnServer
beforeAll(async () => {
  database = await testDatabase()
  server = await startSignOnServer(database)
  // Costly enough that they arrive faster than they are checked.
  const passwordHash = await hashPassword(ADMIN.password, { N: 2 ** 13, r: 8, p: 1 })
  const store = createAccountStore(database.kysely)
  for (let i = 0; i < AT_ONCE; i++)
    await store.insert({ id: randomUUID(), email: `u${i}@example.com`, userName: `u${i}`, passwordHash })
})
afterAll(async () => {
  await server.stop()
  await database.drop()
})

/** Everyone signs in at the same moment, each with an account of their own. */
async function signInTogether(password: string, addressOf: (index: number) => string) {
  const clients = Array.from({ length: AT_ONCE }, () => new ConsoleClient(server.origin))
  const pages = await Promise.all(clients.map(client => client.authorize()))
  return Promise.all(
    clients.map((client, i) =>
      client.submit(pages[i]!, `u${i}@example.com`, password, { 'x-forwarded-for': addressOf(i) }),
    ),
  )
}

test.each([
  ['an address each', (index: number) => `10.1.0.${index}`],
  ['one address', () => '10.2.0.1'],
])(`${AT_ONCE} right sign-ins at once from %s all succeed`, async (_from, addressOf) => {
  const arrived = await signInTogether(ADMIN.password, addressOf)
  expect(arrived.filter(({ url }) => url.includes('?code='))).toHaveLength(AT_ONCE)
})

test(`of ${AT_ONCE} wrong sign-ins at once from one address 30 reach the password check`, async () => {
  const begun = performance.now()
  const statuses = (await signInTogether('a wrong password', () => '10.3.0.1')).map(({ status }) => status)
  const seconds = (performance.now() - begun) / 1000
  const checked = statuses.filter(status => status === 401).length
  expect(checked).toBeGreaterThanOrEqual(30)
  // Beyond the free ones a guess must have waited 1, 2, 4 seconds and so on.
  expect(checked).toBeLessThanOrEqual(30 + Math.log2(1 + seconds))
  expect(statuses.filter(status => status === 429)).toHaveLength(AT_ONCE - checked)
})

test('a sign-in, a refused one and a logout leave the address they came from', async () => {
  const from = { 'x-forwarded-for': '203.0.113.9' }
  const client = new ConsoleClient(server.origin)
  const refused = await client.submit(await client.authorize(), ADMIN.email, 'a wrong password', from)
  expect(refused.status).toBe(401)
  const arrived = await client.submit(await client.authorize(), ADMIN.email, ADMIN.password, from)
  expect(arrived.url).toContain('?code=')
  const { access_token: token } = await client.exchange(arrived)
  await client.logout(token)
  const fields = server.events.slice(-3)
  expect(fields).toEqual([
    { metric: 'sign-in-refused', fields: { reason: 'wrong-credentials', address: '203.0.113.9' } },
    { metric: 'signed-in', fields: { user_id: expect.any(String), address: '203.0.113.9' } },
    {
      metric: 'signed-out',
      fields: { user_id: expect.any(String), session_id: expect.any(String), address: '127.0.0.1' },
    },
  ])
  expect(server.lines.join('')).toContain('"address":"203.0.113.9"')
})
