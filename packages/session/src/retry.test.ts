import { expect, test } from 'vitest'
import { asrReconnectPolicy, backoff, hotwordReconnectPolicy, uploadRetryPolicy } from './retry'

test('waits double up to the longest and end', () => {
  const policy = backoff({ firstMs: 100, longestMs: 500, attempts: 4 })
  expect([0, 1, 2, 3, 4, 5].map(policy)).toEqual([100, 100, 200, 400, 500, null])
})

test('both sockets stop after five failures in a row', () => {
  expect([5, 6].map(asrReconnectPolicy)).toEqual([4_000, null])
  expect([5, 6].map(hotwordReconnectPolicy)).toEqual([8_000, null])
})

test('uploads are spread and go on for minutes', () => {
  const waits = Array.from({ length: 12 }, (_, at) => uploadRetryPolicy(at + 1)!)
  for (const [at, ms] of waits.entries()) {
    const full = Math.min(30_000, 500 * 2 ** at)
    expect(ms).toBeGreaterThanOrEqual(full * 0.75)
    expect(ms).toBeLessThanOrEqual(full)
  }
  expect(uploadRetryPolicy(13)).toBeNull()
})
