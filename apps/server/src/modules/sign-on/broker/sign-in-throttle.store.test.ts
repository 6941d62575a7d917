import { afterEach, expect, test, vi } from 'vitest'
import { testDatabase } from '../../../testing/test-database'
import { ConsoleClient } from '../testing/console-client'
import { ADMIN, startSignOnServer } from '../testing/sign-on-server'
import { signInTexts } from './sign-in-texts'
import { createSignInThrottle } from './sign-in-throttle.store'

afterEach(() => {
  vi.useRealTimers()
})

const open = async () => {
  const { kysely, pool } = await testDatabase()
  /** As if so much time had passed at the database since every attempt. */
  const later = async (seconds: number) => {
    await pool.query(
      `update sign_in_attempt set window_ends_at = window_ends_at - $1 * interval '1 second'`,
      [seconds],
    )
  }
  return { kysely, later, throttle: createSignInThrottle(kysely) }
}
const times = (count: number) => Array.from({ length: count }, (_, index) => index)

test('after five failures the wait doubles up to a minute, and then an attempt is always allowed', async () => {
  const { later, throttle } = await open()
  const attempt = () => throttle.reserve('ada@example.com', '10.0.0.1')
  const parallel = await Promise.all(times(12).map(attempt))
  expect(parallel.filter(({ allowed }) => allowed)).toHaveLength(5)

  for (const wait of [1, 2, 4, 8, 16, 32, 60, 60, 60]) {
    // Of a wait of a second or two a busy machine may have spent some already.
    if (wait > 8) {
      const { allowed, retryAfterSeconds } = await attempt()
      expect([allowed, retryAfterSeconds > wait / 2 && retryAfterSeconds <= wait]).toEqual([false, true])
    }
    await later(wait)
    expect((await attempt()).allowed).toBe(true)
  }
})

test('wrong passwords at one address keep the owner out at no other', async () => {
  const { kysely, throttle } = await open()
  for (const address of times(20))
    for (const _ of times(10)) await throttle.reserve('ada@example.com', `10.0.1.${address}`)
  await kysely.updateTable('sign_in_attempt').set({ attempts: 20 }).where('key', 'like', 'pair:%').execute()
  expect((await throttle.reserve('ada@example.com', '10.0.1.19')).allowed).toBe(false)
  expect((await throttle.reserve('ada@example.com', '10.0.0.1')).allowed).toBe(true)
  expect((await throttle.reserve('grace@example.com', '10.0.1.0')).allowed).toBe(true)
})

test('guesses over many accounts slow their address down; an IPv6 /64 is one address', async () => {
  const { kysely, later, throttle } = await open()
  const guess = (index: number) => throttle.reserve(`user-${index}@example.com`, `2001:db8::${index}`)
  await Promise.all(times(30).map(guess))
  await kysely
    .updateTable('sign_in_attempt')
    .set({ attempts: 40 })
    .where('key', 'like', 'address:%')
    .execute()
  const refused = await throttle.reserve('ada@example.com', '2001:db8::ffff')
  expect([refused.allowed, refused.retryAfterSeconds <= 30]).toEqual([false, true])
  // What is refused leaves no row: thirty accounts and the address.
  expect(await kysely.selectFrom('sign_in_attempt').select('key').execute()).toHaveLength(31)
  expect((await throttle.reserve('ada@example.com', '2001:db8:0:1::1')).allowed).toBe(true)
  await later(30)
  expect((await throttle.reserve('ada@example.com', '2001:db8::ffff')).allowed).toBe(true)
})

test('a success forgets the failures; rows end after a quarter of an hour and hold no e-mail address', async () => {
  const { kysely, later, throttle } = await open()
  const attempt = () => throttle.reserve('ada@example.com', '10.0.0.1')
  await attempt()
  await kysely.updateTable('sign_in_attempt').set({ attempts: 20 }).where('key', 'like', 'pair:%').execute()
  expect((await attempt()).allowed).toBe(false)
  await throttle.release('ada@example.com', '10.0.0.1')
  for (const _ of times(5)) expect((await attempt()).allowed).toBe(true)
  expect(JSON.stringify(await kysely.selectFrom('sign_in_attempt').selectAll().execute())).not.toContain('@')

  await later(15 * 60)
  for (const _ of times(5)) expect((await attempt()).allowed).toBe(true)
  await later(15 * 60)
  await throttle.removeOld()
  expect(await kysely.selectFrom('sign_in_attempt').selectAll().execute()).toEqual([])
})

test('no more rows stay than a cleanup allows: the oldest go first', async () => {
  const { kysely, later, throttle } = await open()
  for (const index of times(10)) {
    await throttle.reserve('ada@example.com', `10.0.0.${index}`)
    await later(1)
  }
  await throttle.removeOld(6)
  const rows = await kysely.selectFrom('sign_in_attempt').select('key').execute()
  const addresses = rows.map(({ key }) => key).filter(key => key.startsWith('address:'))
  expect(rows).toHaveLength(6)
  expect(addresses.sort()).toEqual(['address:10.0.0.7', 'address:10.0.0.8', 'address:10.0.0.9'])
})

test.each([
  ['back', -1],
  ['forth', 1],
])('the clock set %s by an hour neither locks a sign-in nor forgives a guess', async (_way, hours) => {
  const { kysely, throttle } = await open()
  const attempt = () => throttle.reserve('ada@example.com', '10.0.0.1')
  await attempt()
  await kysely.updateTable('sign_in_attempt').set({ attempts: 20 }).execute()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * 3_600_000 })
  const { allowed, retryAfterSeconds } = await attempt()
  expect([allowed, retryAfterSeconds > 0 && retryAfterSeconds <= 60]).toEqual([false, true])
})

test('a database whose clock is set back by an hour locks nobody out, and slows the next guesses as before', async () => {
  const { kysely, later, throttle } = await open()
  const attempt = () => throttle.reserve('ada@example.com', '10.0.0.1')
  await attempt()
  await kysely.updateTable('sign_in_attempt').set({ attempts: 20 }).execute()
  expect((await attempt()).allowed).toBe(false)
  await later(-3600)
  expect((await attempt()).allowed).toBe(true)
  const refused = await attempt()
  expect(refused.allowed).toBe(false)
  expect(refused.retryAfterSeconds).toBeLessThanOrEqual(60)
})

test('the page names the wait; another address behind the same proxy signs in meanwhile', async () => {
  const database = await testDatabase()
  const server = await startSignOnServer(database)
  const client = new ConsoleClient(server.origin)
  const page = await client.authorize()
  const attempt = (password: string, address: string) =>
    client.submit(page, ADMIN.email, password, { 'x-forwarded-for': address })
  expect((await attempt('a wrong password', '203.0.113.9')).status).toBe(401)
  await database.kysely.updateTable('sign_in_attempt').set({ attempts: 20 }).execute()
  const slowed = await attempt(ADMIN.password, '203.0.113.9')
  const seconds = Number(slowed.headers.get('retry-after'))
  expect([slowed.status, seconds > 30 && seconds <= 60]).toEqual([429, true])
  expect(slowed.body).toContain(signInTexts.throttled(seconds))
  expect((await attempt(ADMIN.password, '198.51.100.7')).url).toContain('?code=')
  await server.stop()
})
