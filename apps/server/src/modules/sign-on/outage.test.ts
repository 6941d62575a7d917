import { accessToken } from '@livetap/contract/calls/sign-on'
import { pathOf } from '@livetap/contract/wire/endpoint'
import { expect, test } from 'vitest'
import { ConsoleClient } from './testing/console-client'
import { ADMIN, useSignOnServer } from './testing/sign-on-server'

const site = useSignOnServer()

test('while the database is away every step of signing in is 503 with a time to come again', async () => {
  const client = new ConsoleClient(site.server.origin)
  const page = await client.authorize()
  expect(page.status).toBe(200)
  const { access_token: token, refresh_token: refreshToken } = await new ConsoleClient(
    site.server.origin,
  ).signIn(ADMIN.email, ADMIN.password)
  await site.database.close()

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
