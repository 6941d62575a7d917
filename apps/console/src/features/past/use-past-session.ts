import type { PastSession } from '@livetap/session'
import { parseTimeParam } from '@livetap/transcript'
import { replayCreator } from '../../shared/meeting-hub/create-replay'
import { useMeetingHub } from '../../shared/meeting-hub/hub-context'
import { useUser } from '../../shared/session/session-context'
import { useSession } from '../../shared/session/use-session'

/** The meeting's session: made here, or the one that another view of the meeting has made. */
export function usePastSession(): PastSession | undefined {
  const hub = useMeetingHub()
  const { userName } = useUser()
  return useSession(
    scope => {
      if (!hub) return undefined
      const address = new URLSearchParams(window.location.search)
      const startAtMs = parseTimeParam(address.get('t') ?? '')
      const session = hub.openReplay(replayCreator(userName), startAtMs)
      // Asked for by a key of the search.
      if (address.has('play') && startAtMs !== undefined) void hub.playMoment(startAtMs)
      scope.add(() => void session.editor.close())
      return session
    },
    [hub, userName],
  )
}
