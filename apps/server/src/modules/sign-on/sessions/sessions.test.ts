import { pathOf } from '@livetap/contract/endpoints/endpoint'
import { logout } from '@livetap/contract/endpoints/sign-on'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../testing/test-database'
import { openAccounts } from '../accounts/accounts'
import { ConsoleClient } from '../testing/console-client'
import { ADMIN, type SignOnServer, startSignOnServer } from '../testing/sign-on-server'
import type { SessionEnded } from './session.store'

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

async function signedIn(email = ADMIN.email, password = ADMIN.password) {
  const client = new ConsoleClient(server.origin)
  const answer = await client.signIn(email, password)
  expect(answer.status).toBe(200)
  return { client, answer }
}

const status = async (client: ConsoleClient, token: string) => (await client.me(token)).status

/** The next session that this server hears the end of. */
function nextEnd(): Promise<SessionEnded> {
  return new Promise(resolve => {
    const stop = server.signOn.events.onSessionEnded(ended => {
      stop()
      resolve(ended)
    })
  })
}

describe('refresh', () => {
  test('each refresh gives a new refresh token, and prolongs nothing', async () => {
    const { client, answer } = await signedIn()
    const next = await client.refresh(answer.refresh_token)
    expect(next.status).toBe(200)
    expect(next.refresh_token).not.toBe(answer.refresh_token)
    expect(next.refresh_token_expires_in).toBeLessThanOrEqual(answer.refresh_token_expires_in)
    expect(await status(client, next.access_token)).toBe(200)
    expect((await client.refresh(next.refresh_token)).status).toBe(200)
  })

  test('a refresh token used twice ends the whole session, access tokens too', async () => {
    const { client, answer } = await signedIn()
    const next = await client.refresh(answer.refresh_token)
    expect(await client.refresh(answer.refresh_token)).toMatchObject({ status: 400, error: 'invalid_grant' })
    expect((await client.refresh(next.refresh_token)).error).toBe('invalid_grant')
    expect(await status(client, next.access_token)).toBe(401)
  })

  test('of uses at the same instant at most one wins', async () => {
    const { client, answer } = await signedIn()
    const answers = await Promise.all(Array.from({ length: 6 }, () => client.refresh(answer.refresh_token)))
    expect(answers.filter(one => one.status === 200).length).toBeLessThanOrEqual(1)
    for (const one of answers)
      if (one.status === 200) expect(await status(client, one.access_token)).toBe(401)
  })
})

describe('sign-out', () => {
  test('ACC-11 the access token ends its session at once, everywhere', async () => {
    const { client, answer } = await signedIn()
    const ended = nextEnd()
    expect(await client.logout(answer.access_token)).toBe(200)
    expect(await status(client, answer.access_token)).toBe(401)
    expect((await client.refresh(answer.refresh_token)).error).toBe('invalid_grant')
    expect(await ended).toMatchObject({ reason: 'signed-out' })
    // The browser's own session is gone too: the page is shown again.
    expect((await new ConsoleClient(server.origin, client.browser).authorize()).body).toContain(
      'name="password"',
    )
  })

  test('takes the token as a form field, ends the browser’s other sign-ins, and no one else’s', async () => {
    const { client, answer } = await signedIn()
    const second = new ConsoleClient(server.origin, client.browser)
    const sibling = await second.exchange(await second.authorize())
    const stranger = await signedIn()
    const out = await fetch(`${server.origin}${pathOf(logout)}`, {
      method: 'POST',
      body: new URLSearchParams({ token: answer.access_token }),
    })
    expect(out.status).toBe(200)
    expect(await status(second, sibling.access_token)).toBe(401)
    expect(await status(stranger.client, stranger.answer.access_token)).toBe(200)
  })

  test('without a token, or with a garbled one, nothing ends', async () => {
    const { client, answer } = await signedIn()
    const url = `${server.origin}${pathOf(logout)}`
    expect((await fetch(url, { method: 'POST' })).status).toBe(401)
    expect(await client.logout(`${answer.access_token}x`)).toBe(401)
    expect(await status(client, answer.access_token)).toBe(200)
  })
})

describe('accounts', () => {
  const person = { email: 'grace@example.com', password: 'nanoseconds 1906' }

  test('a disabled account is out at once, also when another process disabled it', async () => {
    const elsewhere = openAccounts(database.kysely).accounts
    await elsewhere.add(person.email, person.password)
    const { client, answer } = await signedIn(person.email, person.password)
    const heard = nextEnd()
    await elsewhere.disable('GRACE@example.com')
    expect(await status(client, answer.access_token)).toBe(401)
    expect((await client.refresh(answer.refresh_token)).status).toBe(400)
    expect((await heard).reason).toBe('account-disabled')

    const again = new ConsoleClient(server.origin, client.browser)
    const refused = await again.submit(await again.authorize(), person.email, person.password)
    expect(refused.status).toBe(401)
  })

  test('a new password enables it again and ends what the old one opened', async () => {
    const elsewhere = openAccounts(database.kysely).accounts
    await elsewhere.setPassword(person.email, 'another nanosecond')
    const { client, answer } = await signedIn(person.email, 'another nanosecond')
    await elsewhere.setPassword(person.email, person.password)
    expect(await status(client, answer.access_token)).toBe(401)
    await signedIn(person.email, person.password)
  })

  test('signing in as another account in the same browser ends the first one’s session', async () => {
    const { client, answer } = await signedIn()
    const other = new ConsoleClient(server.origin, client.browser)
    const page = await other.authorize({ prompt: 'login' })
    const switched = await other.exchange(await other.submit(page, person.email, person.password))
    expect(switched.status).toBe(200)
    expect(await status(client, answer.access_token)).toBe(401)
    const me = await (await other.me(switched.access_token)).json()
    expect(me.userName).toBe(person.email)
  })
})

test('sign-ins, refused ones and sign-outs are recorded by account id alone', async () => {
  const before = server.events.length
  const refused = new ConsoleClient(server.origin)
  await refused.submit(await refused.authorize(), ADMIN.email, 'not the password')
  const { client, answer } = await signedIn()
  await client.logout(answer.access_token)
  const recorded = server.events.slice(before)
  expect(recorded.map(({ metric }) => metric)).toEqual(['sign-in-refused', 'signed-in', 'signed-out'])
  expect(JSON.stringify(recorded)).not.toContain('@')
})
