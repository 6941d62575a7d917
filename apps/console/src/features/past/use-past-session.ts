import { PastSession } from '@livetap/session'
import { parseTimeParam } from '@livetap/transcript'
import { useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { rememberedSpeed } from '../../shared/playback-speed'
import { useApi, useUser } from '../../shared/session/session-context'
import { useSession } from '../../shared/session/use-session'
import { useToasts } from '../../shared/ui/feedback/toasts'
import { rememberedVolume } from './player/volume-control'

/** A session for as long as the screen shows this meeting. */
export function usePastSession(meetingId: string): PastSession | undefined {
  const api = useApi()
  const { userName } = useUser()
  const toasts = useToasts()
  const navigate = useNavigate()
  const goTo = useEffectEvent((path: string) => void navigate(path))
  return useSession(
    scope => {
      const session = new PastSession({
        api,
        meetingId,
        userName,
        startAtMs: parseTimeParam(new URLSearchParams(window.location.search).get('t') ?? ''),
        createMedia: () => new Audio(),
        notify: toasts,
        goTo,
      })
      // A correction under way is saved even when the screen is left by the browser's own buttons.
      scope.add(() => void session.editor.flush().finally(() => session.dispose()))
      scope.listen<BeforeUnloadEvent>(window, 'beforeunload', event => {
        if (['dirty', 'saving', 'failed', 'conflict'].includes(session.editor.getSnapshot().phase))
          event.preventDefault()
      })
      session.replay.player.setRate(rememberedSpeed())
      session.replay.player.setVolume(rememberedVolume())
      void session.start()
      return session
    },
    [api, meetingId, userName, toasts],
  )
}
