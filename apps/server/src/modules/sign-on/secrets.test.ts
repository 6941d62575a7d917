import { accessToken } from '@livetap/contract/calls/sign-on'
import { patternOf } from '@livetap/contract/wire/endpoint'
import { expect, test } from 'vitest'
import { testDatabase } from '../../testing/database/test-database'
import { ConsoleClient } from './testing/console-client'
import { ADMIN, startSignOnServer } from './testing/sign-on-server'

test('no token, code, cookie or password is in a log line, a recorded event, an address or an error', async () => {
  const server = await startSignOnServer(await testDatabase())
  const client = new ConsoleClient(server.origin)
  const arrived = await client.submit(await client.authorize(), ADMIN.email, ADMIN.password)
  const first = await client.exchange(arrived)
  const second = await client.refresh(first.refresh_token)
  const me = await client.me(second.access_token)
  // What fails must not repeat what it was given either.
  const failures = [
    await client.me(`${second.access_token}x`).then(answer => answer.text()),
    JSON.stringify(await client.exchange(arrived)),
    JSON.stringify(await client.refresh(first.refresh_token)),
    (
      await client.submit(
        await new ConsoleClient(server.origin, client.browser).authorize({ prompt: 'login' }),
        ADMIN.email,
        'wrong password 1',
      )
    ).body,
  ]
  await client.logout(second.access_token)
  await server.stop()

  expect(me.status).toBe(200)
  const code = new URL(arrived.url).searchParams.get('code')!
  const tokens = [first.access_token, first.refresh_token, second.access_token, second.refresh_token]
  const cookies = client.browser.seenCookies
    .filter(({ name }) => /^livetap_session/.test(name))
    .map(({ value }) => value)
  const secrets = [...tokens, code, client.verifier, ADMIN.password, 'wrong password 1', ...cookies]

  expect(cookies.length).toBeGreaterThan(0)
  const log = server.lines.join('')
  expect(log).toContain('signed-in')
  expect(log).toContain(patternOf(accessToken))
  for (const secret of secrets) expect(log).not.toContain(secret)
  const recorded = JSON.stringify(server.events)
  for (const metric of ['signed-in', 'sign-in-refused', 'signed-out']) expect(recorded).toContain(metric)
  for (const secret of secrets) expect(recorded).not.toContain(secret)
  for (const secret of secrets) expect(failures.join('\n')).not.toContain(secret)
  for (const token of [...tokens, ADMIN.password])
    expect(client.browser.addresses.join('\n')).not.toContain(token)
})
