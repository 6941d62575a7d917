import { ASR_MAX_CONSECUTIVE_ERRORS, HOTWORD_MAX_CONNECT_ERRORS } from '@livetap/contract'

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

export const asrReconnectPolicy = backoff({
  firstMs: 250,
  longestMs: 4_000,
  attempts: ASR_MAX_CONSECUTIVE_ERRORS,
})

export const hotwordReconnectPolicy = backoff({
  firstMs: 500,
  longestMs: 8_000,
  attempts: HOTWORD_MAX_CONNECT_ERRORS,
})

/** About four minutes in all. */
export const uploadRetryPolicy = backoff({ firstMs: 500, longestMs: 30_000, attempts: 12, spread: true })
