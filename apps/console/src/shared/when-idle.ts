const LATEST_MS = 1_000
/** A first click comes before what is loaded behind the screen. */
const SETTLE_MS = 100

/** Calls once the browser has drawn the screen and has nothing else to do; returns how to call it off. */
export function whenIdle(run: () => void): () => void {
  let request: number | undefined
  const timer = setTimeout(() => {
    // Safari has no idle callback.
    if (!('requestIdleCallback' in window)) return run()
    request = requestIdleCallback(run, { timeout: LATEST_MS })
  }, SETTLE_MS)
  return () => {
    clearTimeout(timer)
    if (request !== undefined) cancelIdleCallback(request)
  }
}
