import { useEffect, useState } from 'react'
import { whenIdle } from '../../../shared/when-idle'

/** True once the browser has drawn the screen and has nothing else to do. */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(false)
  useEffect(() => whenIdle(() => setIdle(true)), [])
  return idle
}
