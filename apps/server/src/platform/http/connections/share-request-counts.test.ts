import { setTimeout as wait } from 'node:timers/promises'
import { getEnv } from '@livetap/contract/calls/env'
import { expect, test } from 'vitest'
import { callEndpoint } from '../../../testing/call-endpoint'
import { testServer } from '../../../testing/test-server'
import { RequestCounts } from './request-counts'

const LIMIT = 300

test('a caller has one rate limit at all gateways', async () => {
  const limits = { requestsPerMinute: LIMIT }
  const secret = { LIVETAP_SECRET: 'one secret for both nodes' }
  const one = await testServer({ limits, env: secret })
  const two = await testServer({ limits, env: { ...secret, DATABASE_URL: one.app.database.url } })
  const statusAt = async ({ url }: { url: string }) => (await callEndpoint(url, getEnv)).status
  for (const server of [one, two]) for (let asked = 0; asked < LIMIT - 100; asked++) await statusAt(server)
  // Each gateway alone has a hundred left.
  for (const server of [one, two]) {
    let asked = 1
    for (; (await statusAt(server)) !== 429; asked++) await wait(100)
    expect(asked).toBeLessThan(100)
  }
  // Few enough to be one message a second.
  expect(one.app.bus.sent).toBeLessThan(LIMIT / 3)
})

const asked = (counts: RequestCounts, caller: string, times: number, limit: number) => {
  let current = 0
  for (let at = 0; at < times; at++)
    counts.incr(
      caller,
      (_error, result) => {
        current = result!.current
      },
      60_000,
      limit,
    )
  return current
}

test('others are told of the callers who ask for much, and each request once', () => {
  const counts = new RequestCounts()
  asked(counts, 'rare', 5, 100)
  asked(counts, 'frequent', 6, 100)
  expect(counts.takeUnshared()).toEqual({ frequent: 6 })
  expect(counts.takeUnshared()).toEqual({})
  counts.countElsewhere('frequent', 10, 60_000)
  expect(asked(counts, 'frequent', 1, 100)).toBe(17)
  // What others said is not said again.
  expect(counts.takeUnshared()).toEqual({ frequent: 1 })
  for (let caller = 0; caller < 150; caller++) asked(counts, `caller ${caller}`, 10, 100)
  expect(Object.keys(counts.takeUnshared())).toHaveLength(100)
  expect(Object.keys(counts.takeUnshared())).toHaveLength(50)
})
