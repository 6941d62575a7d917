import { pathOf } from '@livetap/contract/endpoints/endpoint'
import { accessToken } from '@livetap/contract/endpoints/sign-on'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../testing/test-database'
import { ConsoleClient } from './testing/console-client'
import { ADMIN, type SignOnServer, startSignOnServer } from './testing/sign-on-server'

let database: TestDatabase
let server: SignOnServer
beforeAll(async () => {
  database = await testDatabase()
  server = await startSignOnServer(database)
})
afterAll(async () => {
  await server.stop()
  await database.drop()
})

test('while the database is away every step of signing in is 503 with a time to come again', async () => {
  const client = new ConsoleClient(server.origin)
  const page = await client.authorize()
  expect(page.status).toBe(200)
  const { access_token: token, refresh_token: refreshToken } = await new ConsoleClient(server.origin).signIn(
    ADMIN.email,
    ADMIN.password,
  )
  await database.close()

  const form = (fields: Record<string, string>) => ({ method: 'POST', body: new URLSearchParams(fields) })
  const refresh = { client_id: 'livetap-console', grant_type: 'refresh_token', refresh_token: refreshToken }
  const me = await client.me(token)
  const steps = {
    authorize: await client.browser.open(client.authorizeUrl()),
    page: await client.browser.open(page.url),
    submit: await client.browser.open(page.url, form(ADMIN)),
    refresh: await client.browser.open(pathOf(accessToken), form(refresh)),
    me: { status: me.status, headers: me.headers },
  }
  for (const [step, answer] of Object.entries(steps)) {
    expect([step, answer.status]).toEqual([step, 503])
    expect([step, Number(answer.headers.get('retry-after'))]).toEqual([step, 5])
  }
  expect(JSON.parse(steps.refresh.body)).toMatchObject({ message: 'Server Exception' })
  expect(steps.authorize.body).toContain('does not answer at the moment')
})
