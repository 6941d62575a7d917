import { startTransition, useEffect, useState } from 'react'

/** Where the toolbars are one line each, so that their places can be kept. */
const WIDE = '(width > 1100px)'
/** Text that is this long in coming is not waited for. */
const LATEST_MS = 300

/**
 * Whether the controls around the text are built. They take longer than the text itself, so the first rows are drawn
 * before them, in a screen that keeps their places. What is in the place of a text, such as why there is none, is
 * a body as well.
 */
export function useAroundText(hasBody: boolean): boolean {
  const [isDue, setDue] = useState(() => !matchMedia(WIDE).matches)
  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => setDue(true)), LATEST_MS)
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => {
    if (!hasBody) return
    let timer: ReturnType<typeof setTimeout> | undefined
    // The frame that draws the text ends before the timer.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => startTransition(() => setDue(true)))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [hasBody])
  return isDue
}
