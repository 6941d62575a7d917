/** How long to wait before the next attempt; null means give up. `attempt` counts from 1 since the last progress. */
export type RetryPolicy = (attempt: number) => number | null

const FIRST_MS = 500
const LONGEST_MS = 30_000
const ATTEMPTS = 12

/** Doubles from half a second to half a minute, about four minutes in all; spread, so that many clients do not come back at once. */
export const uploadRetryPolicy: RetryPolicy = attempt => {
  if (attempt > ATTEMPTS) return null
  const full = Math.min(FIRST_MS * 2 ** (attempt - 1), LONGEST_MS)
  return full * (0.75 + Math.random() * 0.25)
}
