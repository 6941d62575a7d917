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
  const { kysely } = await testDatabase()
  return { kysely, throttle: createSignInThrottle(kysely) }
}
const times = (count: number) => Array.from({ length: count }, (_, index) => index)

test('an account takes ten attempts, from wherever they come, and learns how long to wait', async () => {
  const { throttle } = await open()
  const verdicts = await Promise.all(
    times(15).map(index => throttle.reserve('ada@example.com', `10.0.0.${index}`)),
  )
  expect(verdicts.filter(({ allowed }) => allowed)).toHaveLength(10)
  expect(verdicts.find(({ allowed }) => !allowed)!.retryAfterSeconds).toBeGreaterThan(800)
  expect((await throttle.reserve('grace@example.com', '10.0.0.1')).allowed).toBe(true)
})

test('an address takes fifty, then counts against no account; an IPv6 /64 is one address', async () => {
  const { kysely, throttle } = await open()
  for (const index of times(50)) await throttle.reserve(`user-${index}@example.com`, `2001:db8::${index}`)
  expect((await throttle.reserve('ada@example.com', '2001:db8::ffff')).allowed).toBe(false)
  const keys = await kysely.selectFrom('sign_in_attempt').select('key').execute()
  expect(keys.map(({ key }) => key)).not.toContain('account:ada@example.com')
  expect((await throttle.reserve('ada@example.com', '2001:db8:0:1::1')).allowed).toBe(true)
})

test('a success forgets the failures; a window that is over is forgotten and removed', async () => {
  const { kysely, throttle } = await open()
  for (const _ of times(10)) await throttle.reserve('ada@example.com', '10.0.0.1')
  await throttle.release('ada@example.com', '10.0.0.1')
  for (const _ of times(10))
    expect((await throttle.reserve('ada@example.com', '10.0.0.1')).allowed).toBe(true)
  expect((await throttle.reserve('ada@example.com', '10.0.0.1')).allowed).toBe(false)

  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 16 * 60_000 })
  expect((await throttle.reserve('ada@example.com', '10.0.0.1')).allowed).toBe(true)
  vi.setSystemTime(Date.now() + 16 * 60_000)
  await throttle.removeOld()
  expect(await kysely.selectFrom('sign_in_attempt').selectAll().execute()).toEqual([])
})

test('the page says so, and the right password does not help until then', async () => {
  const database = await testDatabase()
  const server = await startSignOnServer(database)
  const client = new ConsoleClient(server.origin)
  const page = await client.authorize()
  const throttle = createSignInThrottle(database.kysely)
  for (const _ of times(10)) await throttle.reserve(ADMIN.email, '10.0.0.1')
  const refused = await client.submit(page, ADMIN.email, ADMIN.password)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(refused.body).toContain(signInTexts.throttled(15))
  await server.stop()
})
