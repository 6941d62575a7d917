import { PastSession } from '@livetap/session'
import { parseTimeParam } from '@livetap/transcript'
import { useLayoutEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { rememberedSpeed } from '../../shared/playback-speed'
import { useApi, useUser } from '../../shared/session/session-context'
import { useToasts } from '../../shared/ui/feedback/toasts'
import { rememberedVolume } from './player/volume-control'

/** A session for as long as the screen shows this meeting. */
export function usePastSession(meetingId: string): PastSession | undefined {
  const api = useApi()
  const { userName } = useUser()
  const toasts = useToasts()
  const navigate = useNavigate()
  const goTo = useRef(navigate)
  goTo.current = navigate
  const [session, setSession] = useState<PastSession>()
  // Before the first paint: the calls are under way while the empty screen is drawn.
  useLayoutEffect(() => {
    const made = new PastSession({
      api,
      meetingId,
      userName,
      startAtMs: parseTimeParam(new URLSearchParams(window.location.search).get('t') ?? ''),
      createMedia: () => new Audio(),
      notify: toasts,
      goTo: path => void goTo.current(path),
    })
    made.replay.player.setRate(rememberedSpeed())
    made.replay.player.setVolume(rememberedVolume())
    setSession(made)
    void made.start()
    const warn = (event: BeforeUnloadEvent) => {
      if (['dirty', 'saving', 'failed', 'conflict'].includes(made.editor.getSnapshot().phase))
        event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    return () => {
      window.removeEventListener('beforeunload', warn)
      // A correction under way is saved even when the screen is left by the browser's own buttons.
      void made.editor.flush().finally(() => made.dispose())
    }
  }, [api, meetingId, userName, toasts])
  return session
}
