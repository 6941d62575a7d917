import { ASR_MAX_CONSECUTIVE_ERRORS, HOTWORD_MAX_CONNECT_ERRORS } from '@livetap/contract'
import { ApiError } from './api-error'
import { Scope } from './scope'

/**
 * How long to wait before the next attempt; null means stop. `failures` counts those in a row since the last progress; 0 is
 * a connection that just broke.
 */
export type RetryPolicy = (failures: number) => number | null

interface Backoff {
  firstMs: number
  longestMs: number
  /** Failures in a row after which it stops. */
  attempts: number
  /** Waits between three quarters and the whole, so that many clients do not come back at once. */
  spread?: boolean
}

/** Doubles from the first wait to the longest. */
export const backoff =
  ({ firstMs, longestMs, attempts, spread = false }: Backoff): RetryPolicy =>
  failures => {
    if (failures > attempts) return null
    const fullMs = Math.min(longestMs, firstMs * 2 ** Math.max(0, failures - 1))
    return spread ? fullMs * (0.75 + Math.random() * 0.25) : fullMs
  }

/** The same wait each time, for so many calls in all. */
export const fixedDelay = (delayMs: number, calls: number): RetryPolicy =>
  backoff({ firstMs: delayMs, longestMs: delayMs, attempts: calls - 1 })

export const asrReconnectPolicy = backoff({
  firstMs: 250,
  longestMs: 4_000,
  attempts: ASR_MAX_CONSECUTIVE_ERRORS,
})

const hotwordConnectPolicy = backoff({
  firstMs: 1_000,
  longestMs: 4_000,
  attempts: HOTWORD_MAX_CONNECT_ERRORS,
})

/**
 * Half a second after the connection broke, and then so that one attempt comes between 10 and 12 s after it: the meetings of a
 * node that died are free for others after 10 s.
 */
export const hotwordReconnectPolicy: RetryPolicy = failures =>
  failures === 0 ? 500 : hotwordConnectPolicy(failures)

/** About four minutes in all. */
export const uploadRetryPolicy = backoff({ firstMs: 500, longestMs: 30_000, attempts: 12, spread: true })

export interface RetryOptions {
  policy: RetryPolicy
  /** Ends the wait: the call is made once more, and rejects by itself where it has the same signal. */
  signal: AbortSignal
  /** How long to wait at least after this error; undefined when it is final. */
  waitAfterMs: (error: unknown) => number | undefined
}

/** Makes the call again while its errors are worth it and the policy has attempts left. */
export async function retry<T>(
  call: () => Promise<T>,
  { policy, signal, waitAfterMs }: RetryOptions,
): Promise<T> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await call()
    } catch (error) {
      const leastMs = waitAfterMs(error)
      const delayMs = policy(failures)
      if (leastMs === undefined || delayMs === null || signal.aborted) throw error
      const scope = Scope.until(signal)
      await scope.wait(Math.max(leastMs, delayMs)).catch(() => {})
      scope.dispose()
    }
  }
}

/** About a minute: a meeting that takes longer has another problem. */
const readyPolicy = fixedDelay(1000, 60)

/** The documents' "Meeting is not yet ready": the call is made again until it is. */
export const retryUntilReady = <T>(call: () => Promise<T>, signal: AbortSignal): Promise<T> =>
  retry(call, {
    policy: readyPolicy,
    signal,
    waitAfterMs: error => (error instanceof ApiError && error.reason === 'not_ready' ? 0 : undefined),
  })

/** A refusal that time will not heal (no such meeting, no such right) is final. */
export function isWorthAsking(error: unknown): boolean {
  return error instanceof ApiError && ['not_ready', 'network', 'timeout', 'server'].includes(error.reason)
}

/** A server that asks for more will not be ready soon: the user is notified at once. */
const MAX_BUSY_MS = 60_000

/**
 * Calls again for as long as the server names a time to come back that is worth waiting for: it did not take the call, so making it twice
 * does nothing twice.
 */
export const retryWhenBusy = <T>(
  call: () => Promise<T>,
  policy: RetryPolicy,
  signal: AbortSignal,
): Promise<T> =>
  retry(call, {
    policy,
    signal,
    waitAfterMs: error => {
      const laterMs = error instanceof ApiError ? error.retryAfterMs : undefined
      return laterMs !== undefined && laterMs <= MAX_BUSY_MS ? laterMs : undefined
    },
  })
