import { type LogEntryWire, STATS_LINK_LEAD_MS } from '@livetap/contract'
import { expect, test, vi } from 'vitest'
import { ApiClient } from '../api-client'
import { LogExplorer, type LogQuery } from './log-explorer'

const entry = (n: number): LogEntryWire => ({
  id: String(n),
  time: new Date(n * 1000).toISOString(),
  severity: 'INFO',
  service: 'wrapi',
  metric: 'some-metric',
  pod: 'pod-1',
  meeting: null,
  message: `entry ${n}`,
  fields: {},
})

const meetingStartMs = Date.parse('2026-03-04T05:06:07.000Z')
const meeting = {
  ...{ id: 'm1', title: 'Planning', host: 'Ada', site: 'site', number: '1', region: 'us', source: 'live' },
  ...{ status: 'CallEnded', stage: '', progress: 1, error: null, duration: null },
}

/** A log that grows; pages of three, newest first. */
function setUp(
  count: number,
  { query = { meeting: 'm1', lastMs: 60_000 }, errors = [] }: { query?: LogQuery; errors?: number[] } = {},
) {
  const log = Array.from(
    { length: count },
    (_, n): LogEntryWire => ({
      ...entry(n + 1),
      severity: errors.includes(n + 1) ? 'ERROR' : 'INFO',
    }),
  )
  const asked: URL[] = []
  const api = new ApiClient({
    origin: 'http://livetap.test',
    token: () => 'secret',
    fetch: async input => {
      const url = new URL(String(input))
      if (url.pathname.includes('/meetings/'))
        return url.pathname.endsWith('/m1')
          ? Response.json({ ...meeting, start: new Date(meetingStartMs).toISOString() })
          : Response.json({ message: 'Client Exception' }, { status: 404 })
      asked.push(url)
      if (url.pathname.endsWith('/histogram')) {
        const time = new Date(0).toISOString()
        const buckets = errors.length > 0 ? [{ time, severity: 'ERROR', count: errors.length }] : []
        return Response.json({ step_ms: 1000, buckets })
      }
      const before = Number(url.searchParams.get('before') ?? Number.POSITIVE_INFINITY)
      const older = log.filter(({ id }) => Number(id) < before).reverse()
      const entries = older.slice(0, 3)
      return Response.json({ entries, next: older.length > 3 ? entries.at(-1)!.id : null })
    },
  })
  const explorer = new LogExplorer({ api, query, followMs: 1 })
  const ids = () => explorer.getSnapshot().entries.map(({ id }) => Number(id))
  return { log, asked, explorer, ids }
}

test('pages backwards until nothing is older, with the same filters', async () => {
  const { explorer, ids, asked } = setUp(7)
  await explorer.search()
  expect(ids()).toEqual([7, 6, 5])
  while (explorer.getSnapshot().hasOlder) await explorer.older()
  expect(ids()).toEqual([7, 6, 5, 4, 3, 2, 1])
  for (const url of asked) expect(url.searchParams.get('meeting')).toBe('m1')
  const from = Date.parse(asked[0]!.searchParams.get('from')!)
  expect(Math.abs(Date.now() - 60_000 - from)).toBeLessThan(10_000)
})

test.each([
  [
    'from its start on, with a little before',
    'm1',
    new Date(meetingStartMs - STATS_LINK_LEAD_MS).toISOString(),
  ],
  ['from where the server begins, where it is gone', 'm2', null],
])('of a meeting without a range it asks %s', async (_, meeting, from) => {
  const { explorer, asked } = setUp(7, { query: { meeting, ofMeeting: true } })
  await explorer.search()
  await explorer.older()
  expect(asked.map(url => url.searchParams.get('from'))).toEqual([from, from, from])
  for (const url of asked) {
    expect(url.searchParams.get('meeting')).toBe(meeting)
    expect(url.searchParams.has('ofMeeting')).toBe(false)
  }
})

test('the first error is found however far back it is, and nothing older is read', async () => {
  const { explorer, ids } = setUp(20, { errors: [18, 9] })
  await explorer.search()
  await vi.waitFor(() => expect(explorer.getSnapshot().histogram?.buckets).toHaveLength(1))
  expect((await explorer.firstError())?.id).toBe('9')
  expect(ids().at(-1)).toBe(9)
})

test('follows what is written; a burst that no page holds begins the list anew instead of hiding a gap', async () => {
  const { explorer, ids, log } = setUp(4)
  await explorer.search()
  explorer.follow(true)
  log.push(entry(5))
  await vi.waitFor(() => expect(ids()).toEqual([5, 4, 3, 2]))
  for (let n = 6; n <= 20; n++) log.push(entry(n))
  await vi.waitFor(() => expect(ids()).toEqual([20, 19, 18]))
  explorer.dispose()
})

test('a file holds every entry, a line each', async () => {
  const { explorer } = setUp(7)
  const lines = (await explorer.asLines()).trim().split('\n')
  expect(lines.map(line => Number((JSON.parse(line) as LogEntryWire).id))).toEqual([7, 6, 5, 4, 3, 2, 1])
})
