import { useEffect, useState } from 'react'

/** "12 s old", counted on; empty while there is nothing. */
export function useAge(atMs: number | undefined): string {
  const [nowMs, setNowMs] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  if (atMs === undefined) return ''
  return `${Math.max(0, Math.round((nowMs - atMs) / 1000))} s old`
}
