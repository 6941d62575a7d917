import { StoredCalls, UnsavedCalls } from '@livetap/session'
import { useEffect, useMemo } from 'react'
import { useSaveTranscript } from '../../../shared/asr/use-save-transcript'
import { useUser } from '../../../shared/session/session-context'
import { useStore } from '../../../shared/use-store'

/** A call that ends in another tab gives no sign of it. */
const LOOK_MS = 1000

export function useUnsavedCalls(): UnsavedCalls {
  const userId = useUser().id
  const saveAsMeeting = useSaveTranscript()
  const unsaved = useMemo(
    () =>
      new UnsavedCalls({
        stored: new StoredCalls(window.localStorage, userId),
        locks: navigator.locks,
        saveAsMeeting,
      }),
    [userId, saveAsMeeting],
  )
  const { running } = useStore(unsaved)
  useEffect(() => {
    const refresh = () => void unsaved.refresh()
    refresh()
    window.addEventListener('storage', refresh)
    return () => window.removeEventListener('storage', refresh)
  }, [unsaved])
  useEffect(() => {
    if (running === 0) return
    const timer = setInterval(() => void unsaved.refresh(), LOOK_MS)
    return () => clearInterval(timer)
  }, [unsaved, running])
  return unsaved
}
