import { expect, test } from 'vitest'
import { testDatabase } from '../../testing/test-database'
import { SignedUrls } from './signed-urls'
import { Tickets } from './tickets'
import { usedTickets } from './used-tickets.store'

const SECRET = 'a secret that is long enough'
const request = { purpose: 'hotword', resource: 'm1', userId: 'u1', sessionId: 's1' }

test('a signed address opens until it expires, and nothing in it can be exchanged', () => {
  let now = 1_700_000_000_000
  const urls = new SignedUrls(SECRET, () => now)
  const url = urls.sign('/media/m1/audio.flac?download=1', { sessionId: 's 1&', lifetimeMs: 60_000 })

  expect(urls.read(url)).toEqual({ sessionId: 's 1&' })
  expect(urls.read(url.replace('/m1/', '/m2/'))).toBe('wrong')
  expect(urls.read(url.replace('download=1', 'download=2'))).toBe('wrong')
  expect(urls.read(url.replace(/expires=\d+/, 'expires=9999999999'))).toBe('wrong')
  expect(urls.read(url.replace(/session=[^&]+/, 'session=other'))).toBe('wrong')
  expect(urls.read('/media/m1/audio.flac')).toBe('missing')
  expect(urls.read(`${url}&signature=x`)).toBe('missing')
  expect(new SignedUrls('another secret, long too', () => now).read(url)).toBe('wrong')
  now += 61_000
  expect(urls.read(url)).toBe('expired')
})

test('a ticket opens one door, once, on whichever node', async () => {
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
  let now = Date.now()
  const tickets = new Tickets(
    SECRET,
    async () => true,
    () => now,
  )
  const text = tickets.issue(request)
  expect(await tickets.redeem(undefined, 'hotword', 'm1')).toBe('missing')
  expect(await tickets.redeem('x', 'hotword', 'm1')).toBe('missing')
  expect(await tickets.redeem(`x${text}`, 'hotword', 'm1')).toBe('wrong')
  const stranger = new Tickets('another secret, long too', async () => true)
  expect(await tickets.redeem(stranger.issue(request), 'hotword', 'm1')).toBe('wrong')
  now += 60_000
  expect(await tickets.redeem(text, 'hotword', 'm1')).toBe('expired')
})

test('uses of tickets that are long expired are forgotten', async () => {
  const { kysely } = await testDatabase()
  const recordUse = usedTickets(kysely)
  await recordUse('old', new Date(Date.now() - 120_000))
  await recordUse('new', new Date(Date.now() + 60_000))
  const left = await kysely.selectFrom('used_ticket').select('id').execute()
  expect(left).toEqual([{ id: 'new' }])
})
