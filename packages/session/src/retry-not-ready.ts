import { isNotReady } from './api-error'
import type { Scope } from './scope'

interface RetryPolicy {
  attempts: number
  delayMs: number
  /** Told before each wait; the screen may say that something is not yet ready. */
  onNotReady?: (attempt: number) => void
}

/** Repeats a call while its answer is "Meeting is not yet ready"; every other failure passes through. */
export async function retryNotReady<T>(
  scope: Scope,
  policy: RetryPolicy,
  call: () => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call()
    } catch (error) {
      if (!isNotReady(error) || attempt >= policy.attempts) throw error
      policy.onNotReady?.(attempt)
      await scope.wait(policy.delayMs)
    }
  }
}
