import { accessToken, logout } from '@livetap/contract/calls/sign-on'
import { pathOf } from '@livetap/contract/wire/endpoint'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../testing/database/test-database'
import { openAccounts } from '../accounts/accounts'
import { REFRESH_GRACE_SECONDS } from '../broker/lifetimes'
import { ConsoleClient, type TokenAnswer } from '../testing/console-client'
import { ADMIN, type SignOnServer, startSignOnServer } from '../testing/sign-on-server'
import type { SessionEnded } from './session.store'

let database: TestDatabase
let server: SignOnServer
beforeAll(async () => {
  database = await testDatabase()
  server = await startSignOnServer(database)
})
afterEach(() => {
  vi.useRealTimers()
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

/** Collects the sessions that this server hears the end of. */
function endsHeard(): () => SessionEnded[] {
  const ends: SessionEnded[] = []
  const stop = server.signOn.events.onSessionEnded(ended => ends.push(ended))
  onTestFinished(stop)
  return () => ends
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

  test('a refresh whose answer was lost is asked for again and gets the same successor; the session goes on', async () => {
    const { client, answer } = await signedIn()
    const ends = endsHeard()
    await client.loseRefreshAnswer(answer.refresh_token)
    const first = await client.refresh(answer.refresh_token)
    const second = await client.refresh(answer.refresh_token)
    expect([first.status, second.status]).toEqual([200, 200])
    expect(second.refresh_token).toBe(first.refresh_token)
    expect(await status(client, first.access_token)).toBe(200)
    expect((await client.refresh(first.refresh_token)).status).toBe(200)
    expect(await status(client, answer.access_token)).toBe(200)
    expect(ends()).toEqual([])
  })

  test('of uses at the same instant, on several nodes, all get one successor', async () => {
    const node = await startSignOnServer(database, { LIVETAP_PUBLIC_URL: server.origin })
    const { client, answer } = await signedIn()
    const form = {
      client_id: 'livetap-console',
      grant_type: 'refresh_token',
      refresh_token: answer.refresh_token,
    }
    const refreshAt = async (origin: string) => {
      const response = await fetch(origin + pathOf(accessToken), {
        method: 'POST',
        body: new URLSearchParams(form),
      })
      return (await response.json()) as TokenAnswer
    }
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) => refreshAt(at % 2 ? node.origin : server.origin)),
    )
    await node.stop()
    expect(answers.map(one => one.error)).toEqual(answers.map(() => undefined))
    expect(new Set(answers.map(one => one.refresh_token)).size).toBe(1)
    for (const one of answers) expect(await status(client, one.access_token)).toBe(200)
  })

  test('a rotated refresh token whose successor was used ends the whole session, access tokens too', async () => {
    const { client, answer } = await signedIn()
    const next = await client.refresh(answer.refresh_token)
    const last = await client.refresh(next.refresh_token)
    expect(await client.refresh(answer.refresh_token)).toMatchObject({ status: 400, error: 'invalid_grant' })
    expect((await client.refresh(last.refresh_token)).error).toBe('invalid_grant')
    expect(await status(client, last.access_token)).toBe(401)
  })

  test('a rotated refresh token that comes again after the grace ends the whole session', async () => {
    const { client, answer } = await signedIn()
    const next = await client.refresh(answer.refresh_token)
    await database.pool.query(
      `update oidc_payload set consumed_at = consumed_at - $1 * interval '1 second' where consumed_at is not null`,
      [REFRESH_GRACE_SECONDS],
    )
    expect(await client.refresh(answer.refresh_token)).toMatchObject({ status: 400, error: 'invalid_grant' })
    expect((await client.refresh(next.refresh_token)).error).toBe('invalid_grant')
    expect(await status(client, next.access_token)).toBe(401)
  })

  test('a clock set back or forth by an hour changes nothing for a token that is asked for again', async () => {
    for (const hours of [-1, 1]) {
      const { client, answer } = await signedIn()
      await client.loseRefreshAnswer(answer.refresh_token)
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * 3_600_000 })
      expect((await client.refresh(answer.refresh_token)).status).toBe(200)
      vi.useRealTimers()
    }
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
