import { StoredCalls } from '@livetap/session'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useUser } from '../../../shared/session/session-context'

const UnsavedText = lazy(async () => ({ default: (await import('./unsaved-text')).UnsavedText }))

/** Above the form, where this browser keeps text of a call that was neither saved nor exported; fetched only then. */
export function UnsavedSection() {
  const userId = useUser().id
  const [isNeeded, setNeeded] = useState(false)
  useEffect(() => {
    const look = () => {
      if (!new StoredCalls(window.localStorage, userId).isEmpty) setNeeded(true)
    }
    look()
    window.addEventListener('storage', look)
    return () => window.removeEventListener('storage', look)
  }, [userId])
  return <Suspense>{isNeeded && <UnsavedText />}</Suspense>
}
