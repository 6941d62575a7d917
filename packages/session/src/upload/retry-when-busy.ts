import { texts } from '@livetap/contract'
import { ApiError } from '../api-error'
import type { RetryPolicy } from '../retry-policy'
import { waitOrStop } from './wait-or-stop'

/** A server that asks for more will not be ready soon: the user is notified at once. */
const MAX_WAIT_MS = 60_000

/**
 * Calls again for as long as the server names a time to come back that is worth waiting for: it did not take the call, so making it twice
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
      if (laterMs === undefined || laterMs > MAX_WAIT_MS) throw error
      const delay = retry(attempt)
      if (delay === null) throw error
      await waitOrStop(Math.max(delay, laterMs), signal)
      if (signal.aborted) throw new ApiError('cancelled', texts.access.callCancelled)
    }
  }
}
