import { useCallback, useRef, useState } from 'react'

/** A table is drawn and sorted again for each step. */
const STEP_MS = 500

/**
 * What there is of a long list before all of it came, in steps that a table can follow: the first part at once, more at
 * most twice a second. `begin` is called with each new question.
 */
export function useGrowing<T>() {
  const [part, setPart] = useState<readonly T[]>()
  const [first, setFirst] = useState<readonly T[]>()
  const shownAt = useRef(0)
  const begin = useCallback(() => {
    shownAt.current = 0
    setPart(undefined)
    setFirst(undefined)
    return (soFar: readonly T[]) => {
      const now = performance.now()
      if (shownAt.current !== 0 && now - shownAt.current < STEP_MS) return
      if (shownAt.current === 0) setFirst(soFar)
      shownAt.current = now
      setPart(soFar)
    }
  }, [])
  return { part, first, begin }
}
