import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from './api-error'
import {
  asrReconnectPolicy,
  backoff,
  fixedDelay,
  hotwordReconnectPolicy,
  retry,
  retryUntilReady,
  uploadRetryPolicy,
} from './retry'
import { Scope } from './scope'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})

const never = new AbortController().signal

test('a call is made again after its passing errors only, as often as the policy allows', async () => {
  const call = vi.fn(async () => Promise.reject(new Error('busy')))
  const outcome = retry(call, { policy: fixedDelay(500, 3), signal: never, waitAfterMs: () => 0 })
  outcome.catch(() => {})
  await vi.advanceTimersByTimeAsync(1000)
  await expect(outcome).rejects.toThrow('busy')
  expect(call).toHaveBeenCalledTimes(3)
  const final = vi.fn(async () => Promise.reject(new ApiError('client', 'no')))
  await expect(retryUntilReady(final, never)).rejects.toThrow('no')
  expect(final).toHaveBeenCalledOnce()
})

test('a wait ends with its signal: the call is made once more and says by itself that it was cancelled', async () => {
  const abort = new AbortController()
  const call = vi.fn(async () => {
    throw abort.signal.aborted ? new ApiError('cancelled', 'cancelled') : new ApiError('not_ready', 'later')
  })
  const outcome = retryUntilReady(call, abort.signal)
  await vi.advanceTimersByTimeAsync(100)
  abort.abort()
  await expect(outcome).rejects.toMatchObject({ reason: 'cancelled' })
  expect(call).toHaveBeenCalledTimes(2)
})

test('work has its limit, and leaves no timer when it is done before', async () => {
  const scope = new Scope()
  const late = () => new Error('late')
  await expect(scope.within(Promise.resolve(1), 1000, late)).resolves.toBe(1)
  const outcome = scope.within(new Promise(() => {}), 1000, late)
  outcome.catch(() => {})
  await vi.advanceTimersByTimeAsync(1000)
  await expect(outcome).rejects.toThrow('late')
  expect(scope.size).toBe(0)
})

test('waits double up to the longest and end', () => {
  const policy = backoff({ firstMs: 100, longestMs: 500, attempts: 4 })
  expect([0, 1, 2, 3, 4, 5].map(policy)).toEqual([100, 100, 200, 400, 500, null])
})

test('both sockets stop after five failures in a row', () => {
  expect([5, 6].map(asrReconnectPolicy)).toEqual([4_000, null])
  expect([0, 1, 2, 3, 4, 5, 6].map(hotwordReconnectPolicy)).toEqual([
    500,
    1_000,
    2_000,
    4_000,
    4_000,
    4_000,
    null,
  ])
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
