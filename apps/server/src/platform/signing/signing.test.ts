import { afterEach, expect, test, vi } from 'vitest'
import { testDatabase } from '../../testing/database/test-database'
import { ExpiryClock } from './expiry-clock'
import { SignedUrls } from './signed-urls'
import { Tickets } from './tickets'
import { usedTickets } from './used-tickets.store'

const SECRET = 'a secret that is long enough'
const request = { purpose: 'hotword', resource: 'm1', userId: 'u1', sessionId: 's1' }

afterEach(() => {
  vi.useRealTimers()
})

test('a signed address opens until it expires, and nothing in it can be exchanged', () => {
  let now = 0
  const urls = new SignedUrls(SECRET, new ExpiryClock({ ticks: () => now }))
  const url = urls.sign('/media/m1/audio.flac?download=1', { sessionId: 's 1&', lifetimeMs: 60_000 })

  expect(urls.read(url)).toEqual({ sessionId: 's 1&' })
  expect(urls.read(url.replace('/m1/', '/m2/'))).toBe('wrong')
  expect(urls.read(url.replace('download=1', 'download=2'))).toBe('wrong')
  expect(urls.read(url.replace(/expires=\d+/, 'expires=9999999999999'))).toBe('wrong')
  expect(urls.read(url.replace(/session=[^&]+/, 'session=other'))).toBe('wrong')
  expect(urls.read('/media/m1/audio.flac')).toBe('missing')
  expect(urls.read(`${url}&signature=x`)).toBe('missing')
  expect(new SignedUrls('another secret, long too').read(url)).toBe('wrong')
  now += 61_000
  expect(urls.read(url)).toBe('expired')
})

test('a ticket opens one door, once, on any node', async () => {
  const { kysely } = await testDatabase()
  const node1 = new Tickets(SECRET, usedTickets(kysely))
  const node2 = new Tickets(SECRET, usedTickets(kysely))
  const text = node1.issue({ ...request, claims: { client: 'c1' } })

  expect(await node1.redeem(text, 'hotword', 'm2')).toBe('other_resource')
  expect(await node1.redeem(text, 'download', 'm1')).toBe('other_resource')
  const outcomes = await Promise.all(
    [node1, node2, node1, node2].map(node => node.redeem(text, 'hotword', 'm1')),
  )
  expect(outcomes.filter(outcome => outcome === 'used')).toHaveLength(3)
  expect(outcomes.find(outcome => typeof outcome === 'object')).toMatchObject({
    userId: 'u1',
    claims: { client: 'c1' },
  })
})

test('a ticket that is garbled, of another secret, or 60 s old opens nothing', async () => {
  let now = 0
  const tickets = new Tickets(SECRET, async () => true, new ExpiryClock({ ticks: () => now }))
  const text = tickets.issue(request)
  expect(await tickets.redeem(undefined, 'hotword', 'm1')).toBe('missing')
  expect(await tickets.redeem('x', 'hotword', 'm1')).toBe('missing')
  expect(await tickets.redeem(`x${text}`, 'hotword', 'm1')).toBe('wrong')
  const stranger = new Tickets('another secret, long too', async () => true)
  expect(await tickets.redeem(stranger.issue(request), 'hotword', 'm1')).toBe('wrong')
  now += 60_000
  expect(await tickets.redeem(text, 'hotword', 'm1')).toBe('expired')
})

test.each([
  ['back', -1],
  ['forward', 1],
])(
  'the clock set %s by an hour neither ends nor prolongs a ticket or a signed address',
  async (_way, hours) => {
    let passed = 0
    const clock = new ExpiryClock({ ticks: () => performance.now() + passed })
    const urls = new SignedUrls(SECRET, clock)
    const tickets = new Tickets(SECRET, async () => true, clock)
    const issue = () => [
      urls.sign('/media/m1', { sessionId: 's1', lifetimeMs: 60_000 }),
      tickets.issue(request),
      tickets.issue(request),
    ]
    const [url, ticket, late] = issue() as [string, string, string]
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * 3_600_000 })
    expect(urls.read(url)).toEqual({ sessionId: 's1' })
    expect(await tickets.redeem(ticket, 'hotword', 'm1')).toMatchObject({ userId: 'u1' })
    passed = 61_000
    expect(urls.read(url)).toBe('expired')
    expect(await tickets.redeem(late, 'hotword', 'm1')).toBe('expired')
  },
)

test('what another process signed ends by the time of day', async () => {
  const url = new SignedUrls(SECRET, new ExpiryClock({ process: 'one' })).sign('/media/m1', {
    sessionId: 's1',
    lifetimeMs: 60_000,
  })
  const elsewhere = new SignedUrls(SECRET, new ExpiryClock({ process: 'other', ticks: () => 1e12 }))
  expect(elsewhere.read(url)).toEqual({ sessionId: 's1' })
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
  expect(elsewhere.read(url)).toBe('expired')
})

test('uses of tickets that are long expired are forgotten, by the clock of the database', async () => {
  const { kysely, pool } = await testDatabase()
  const recordUse = usedTickets(kysely)
  const isFirst = [await recordUse('old', 60_000)]
  await pool.query(`update used_ticket set expires_at = expires_at - interval '2 minutes'`)
  isFirst.push(await recordUse('new', 60_000))
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 })
  isFirst.push(await recordUse('newer', 60_000), await recordUse('new', 60_000))
  expect(isFirst).toEqual([true, true, true, false])
  expect(await kysely.selectFrom('used_ticket').select('id').orderBy('id').execute()).toEqual([
    { id: 'new' },
    { id: 'newer' },
  ])
})
