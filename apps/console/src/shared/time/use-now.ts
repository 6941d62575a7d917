import { steadyNow } from '@livetap/session'
import { useEffect, useState } from 'react'

/** `steadyNow`, rendered again every second. */
export function useNow(): number {
  const [now, setNow] = useState(steadyNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(steadyNow()), 1000)
    return () => clearInterval(timer)
  }, [])
  return now
}
