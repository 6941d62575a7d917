import { texts } from '@livetap/contract'
import { ApiError } from '../api-error'
import type { RetryPolicy } from '../retry-policy'
import { waitOrStop } from './wait-or-stop'

/**
 * Calls again for as long as the server names the time to come back: it did not take the call, so making it twice
 * does nothing twice.
 */
export async function retryWhenBusy<T>(
  call: () => Promise<T>,
  retry: RetryPolicy,
  signal: AbortSignal,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await call()
    } catch (error) {
      const laterMs = error instanceof ApiError ? error.retryAfterMs : undefined
      const delay = laterMs === undefined ? null : retry(attempt)
      if (laterMs === undefined || delay === null) throw error
      await waitOrStop(Math.max(delay, laterMs), signal)
      if (signal.aborted) throw new ApiError('cancelled', texts.access.callCancelled)
    }
  }
}
