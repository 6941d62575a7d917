import type { Bus } from '../../bus/bus'
import { RATE_WINDOW_MS, type RequestCounts } from './request-counts'

/** What nodes say to each other: how much callers have asked of them. */
const COUNTED = 'requests-counted'
const SHARE_EVERY_MS = 1_000

/**
 * Makes the rate limit one of the installation: nodes add up what they counted of callers who ask for much. One message
 * a second at most and no call of the database; a caller gains what it asks for within that second. Returns what stops it.
 */
export function shareRequestCounts(counts: RequestCounts, bus: Bus): () => void {
  bus.on(COUNTED, message => {
    for (const [caller, requests] of Object.entries(JSON.parse(message) as Record<string, number>))
      if (Number.isSafeInteger(requests) && requests > 0)
        counts.countElsewhere(caller, requests, RATE_WINDOW_MS)
  })
  const timer = setInterval(() => {
    const unshared = counts.takeUnshared()
    if (Object.keys(unshared).length > 0) bus.notifyOthers(COUNTED, JSON.stringify(unshared))
  }, SHARE_EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}
