import { ApiError } from '../api-error'
import { backoff } from '../retry-policy'
import { retryWhenBusy } from '../upload/retry-when-busy'

/** A provider that takes longer than this counts as failed for a person at a screen. */
const MAX_WAIT_MS = 60_000

const policy = backoff({ firstMs: 500, longestMs: 8_000, attempts: 5, spread: true })

/** Comes back when the provider says (429 or 503 with Retry-After); any other failure is final. */
export const retryingCall = <T>(call: () => Promise<T>, signal: AbortSignal): Promise<T> =>
  retryWhenBusy(() => call().catch(refuseLongWaits), policy, signal)

function refuseLongWaits(error: unknown): never {
  if (!(error instanceof ApiError) || (error.retryAfterMs ?? 0) <= MAX_WAIT_MS) throw error
  const { reason, message, status, description, trackingId } = error
  throw new ApiError(reason, message, {
    status,
    ...(description !== undefined && { description }),
    ...(trackingId !== undefined && { trackingId }),
  })
}
