import { useEffect, useState } from 'react'

const LATEST_MS = 1_000

/** True once the browser has drawn the screen and has nothing else to do. */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(false)
  useEffect(() => {
    // Safari has no idle callback.
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(() => setIdle(true), 100)
      return () => clearTimeout(timer)
    }
    const request = requestIdleCallback(() => setIdle(true), { timeout: LATEST_MS })
    return () => cancelIdleCallback(request)
  }, [])
  return idle
}
