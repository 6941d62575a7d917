import { useCallback, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { OpenResult } from './start-context'

/**
 * Leads on to the screen that a start ends at. It is under way until that screen has taken the launcher's place, or
 * until it is stopped or the user goes elsewhere: what was made for the screen is then given up.
 */
export function useOpening() {
  const navigate = useNavigate()
  const [isOpening, setOpening] = useState(false)
  const opening = useRef<OpenResult | null>(null)
  const cancel = useCallback((): boolean => {
    const given = opening.current
    if (!given || isAt(given.path)) return false
    opening.current = null
    setOpening(false)
    given.abandon?.()
    return true
  }, [])
  useEffect(() => () => void cancel(), [cancel])
  const open = async (result: OpenResult) => {
    opening.current = result
    setOpening(true)
    await navigate(result.path)
    if (opening.current === result) cancel()
  }
  const stop = () => {
    const { pathname, search } = window.location
    // Staying here ends the navigation that waits for the code of the next screen.
    if (cancel()) void navigate(pathname + search, { replace: true })
  }
  return { isOpening, open, stop }
}

/** The address changes when the screen is ready to be shown, not before. */
const isAt = (path: string): boolean =>
  new URL(path, window.location.href).pathname === window.location.pathname
