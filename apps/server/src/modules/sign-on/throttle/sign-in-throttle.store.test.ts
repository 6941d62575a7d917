import { afterEach, expect, test, vi } from 'vitest'
import { testDatabase } from '../../../testing/database/test-database'
import { signInTexts } from '../broker/sign-in-texts'
import { ConsoleClient } from '../testing/console-client'
import { ADMIN, startSignOnServer } from '../testing/sign-on-server'
import { type CheckOutcome, createSignInThrottle, type ThrottleVerdict } from './sign-in-throttle.store'
import { SignInTurns } from './sign-in-turns'

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
  const throttle = createSignInThrottle(kysely)
  /** One that is checked and found wrong, where the throttle allows it. */
  const fail = async (email: string, address: string) => {
    const verdict = await throttle.reserve(email, address)
    if (verdict.outcome === 'reserved') await throttle.settle(email, address, 'wrong')
    return verdict
  }
  const failures = (count: number, keys = '%') =>
    kysely
      .updateTable('sign_in_attempt')
      .set({ attempts: count, failures: count })
      .where('key', 'like', keys)
      .execute()
  return { kysely, later, throttle, fail, failures }
}
const reserved = { outcome: 'reserved' }
const throttled = { outcome: 'throttled', retryAfterSeconds: expect.any(Number) }
const waitOf = (verdict: ThrottleVerdict) =>
  verdict.outcome === 'throttled' ? verdict.retryAfterSeconds : undefined
const times = (count: number) => Array.from({ length: count }, (_, index) => index)

test('after five failures the wait doubles up to a minute, and then an attempt is always allowed', async () => {
  const { later, fail } = await open()
  const attempt = () => fail('ada@example.com', '10.0.0.1')
  for (const _ of times(5)) expect(await attempt()).toEqual(reserved)

  for (const wait of [1, 2, 4, 8, 16, 32, 60, 60, 60]) {
    // Of a wait of a second or two a busy machine may have spent some already.
    if (wait > 8) {
      const seconds = waitOf(await attempt())!
      expect(seconds > wait / 2 && seconds <= wait).toBe(true)
    }
    await later(wait)
    expect(await attempt()).toEqual(reserved)
  }
})

test('parallel attempts count before they are checked, and those beyond the free ones are in flight, not failures', async () => {
  const { kysely, throttle } = await open()
  const attempt = () => throttle.reserve('ada@example.com', '10.0.0.1')
  const settle = (outcome: CheckOutcome) => throttle.settle('ada@example.com', '10.0.0.1', outcome)
  const parallel = await Promise.all(times(12).map(attempt))
  expect(parallel.filter(({ outcome }) => outcome === 'reserved')).toHaveLength(5)
  expect(parallel.filter(({ outcome }) => outcome === 'in-flight')).toHaveLength(7)
  await settle('unchecked')
  expect(await attempt()).toEqual(reserved)
  await Promise.all(times(5).map(() => settle('wrong')))
  expect(await kysely.selectFrom('sign_in_attempt').select(['attempts', 'failures']).execute()).toEqual([
    { attempts: 5, failures: 5 },
    { attempts: 5, failures: 5 },
  ])
})

test('wrong passwords at one address keep the owner out at no other', async () => {
  const { fail, failures } = await open()
  for (const address of times(20))
    for (const _ of times(10)) await fail('ada@example.com', `10.0.1.${address}`)
  await failures(20, 'pair:%')
  expect(await fail('ada@example.com', '10.0.1.19')).toEqual(throttled)
  expect(await fail('ada@example.com', '10.0.0.1')).toEqual(reserved)
  expect(await fail('grace@example.com', '10.0.1.0')).toEqual(reserved)
})

test('guesses over many accounts slow their address down; an IPv6 /64 is one address', async () => {
  const { kysely, later, fail, failures } = await open()
  await Promise.all(times(30).map(index => fail(`user-${index}@example.com`, `2001:db8::${index}`)))
  await failures(40, 'address:%')
  const refused = await fail('ada@example.com', '2001:db8::ffff')
  expect(refused).toEqual(throttled)
  expect(waitOf(refused)).toBeLessThanOrEqual(30)
  // What is refused leaves no row: thirty accounts and the address.
  expect(await kysely.selectFrom('sign_in_attempt').select('key').execute()).toHaveLength(31)
  expect(await fail('ada@example.com', '2001:db8:0:1::1')).toEqual(reserved)
  await later(30)
  expect(await fail('ada@example.com', '2001:db8::ffff')).toEqual(reserved)
})

test('a success forgets the failures; rows end after a quarter of an hour and hold no e-mail address', async () => {
  const { kysely, later, throttle, fail, failures } = await open()
  const attempt = () => fail('ada@example.com', '10.0.0.1')
  await attempt()
  await failures(20, 'pair:%')
  expect(await attempt()).toEqual(throttled)
  await throttle.settle('ada@example.com', '10.0.0.1', 'right')
  for (const _ of times(5)) expect(await attempt()).toEqual(reserved)
  expect(JSON.stringify(await kysely.selectFrom('sign_in_attempt').selectAll().execute())).not.toContain('@')

  await later(15 * 60)
  for (const _ of times(5)) expect(await attempt()).toEqual(reserved)
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
  const { fail, failures } = await open()
  const attempt = () => fail('ada@example.com', '10.0.0.1')
  await attempt()
  await failures(20)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * 3_600_000 })
  const seconds = waitOf(await attempt())!
  expect(seconds > 0 && seconds <= 60).toBe(true)
})

test('a database whose clock is set back by an hour refuses no sign-in, and slows the next guesses as before', async () => {
  const { later, fail, failures } = await open()
  const attempt = () => fail('ada@example.com', '10.0.0.1')
  await attempt()
  await failures(20)
  expect(await attempt()).toEqual(throttled)
  await later(-3600)
  expect(await attempt()).toEqual(reserved)
  const refused = await attempt()
  expect(refused).toEqual(throttled)
  expect(waitOf(refused)).toBeLessThanOrEqual(60)
})

test('an attempt waits for those in flight at another node, and takes the place of one that ends there', async () => {
  const { kysely, throttle } = await open()
  const here = new SignInTurns(throttle)
  const there = createSignInThrottle(kysely)
  for (const index of times(30)) await there.reserve(`user-${index}@example.com`, '10.0.0.1')
  // Only the end of one lets the next in, however slow the machine is.
  await kysely
    .updateTable('sign_in_attempt')
    .set({ attempts: 60 })
    .where('key', 'like', 'address:%')
    .execute()
  let isChecked = false
  const waiting = here.check('ada@example.com', '10.0.0.1', async () => {
    isChecked = true
    return 'ada'
  })
  expect(await throttle.reserve('ada@example.com', '10.0.0.1')).toEqual({ outcome: 'in-flight' })
  expect(isChecked).toBe(false)
  await kysely
    .updateTable('sign_in_attempt')
    .set({ attempts: 29 })
    .where('key', 'like', 'address:%')
    .execute()
  expect(await waiting).toEqual({ outcome: 'right', found: 'ada' })
})

test('the page names the wait; another address behind the same proxy signs in meanwhile', async () => {
  const database = await testDatabase()
  const server = await startSignOnServer(database)
  const client = new ConsoleClient(server.origin)
  const page = await client.authorize()
  const attempt = (password: string, address: string) =>
    client.submit(page, ADMIN.email, password, { 'x-forwarded-for': address })
  expect((await attempt('a wrong password', '203.0.113.9')).status).toBe(401)
  await database.kysely.updateTable('sign_in_attempt').set({ attempts: 20, failures: 20 }).execute()
  const slowed = await attempt(ADMIN.password, '203.0.113.9')
  const seconds = Number(slowed.headers.get('retry-after'))
  expect([slowed.status, seconds > 30 && seconds <= 60]).toEqual([429, true])
  expect(slowed.body).toContain(signInTexts.throttled(seconds))
  expect((await attempt(ADMIN.password, '198.51.100.7')).url).toContain('?code=')
  await server.stop()
})

test('wrong passwords are counted over all gateways, and slow the next attempt at each of them', async () => {
  const database = await testDatabase()
  const servers = [await startSignOnServer(database), await startSignOnServer(database)]
  const visits = await Promise.all(
    servers.map(async server => {
      const client = new ConsoleClient(server.origin)
      const page = await client.authorize()
      return (password: string) =>
        client.submit(page, ADMIN.email, password, { 'x-forwarded-for': '203.0.113.9' })
    }),
  )
  for (const attempt of [...visits, ...visits]) expect((await attempt('a wrong password')).status).toBe(401)
  const { failures } = await database.kysely
    .selectFrom('sign_in_attempt')
    .select('failures')
    .where('key', 'like', 'pair:%')
    .executeTakeFirstOrThrow()
  expect(failures).toBe(4)
  await database.kysely.updateTable('sign_in_attempt').set({ attempts: 20, failures: 20 }).execute()
  for (const attempt of visits) expect((await attempt(ADMIN.password)).status).toBe(429)
  for (const server of servers) await server.stop()
})
