import { Overview } from '@livetap/session'
import { type ReactNode, useMemo } from 'react'
import { SessionContext } from '../shared/session/session-context'
import { useSession } from '../shared/session/use-session'
import { whenIdle } from '../shared/when-idle'
import { useStartup, useStartupState } from './startup-context'

/** What a signed-in user has, for the frame and its screens; nothing while no one is signed in. */
export function SignedInSession({ children }: { children: ReactNode }) {
  const startup = useStartup()
  const state = useStartupState()
  const overview = useOpenOverview()
  const session = useMemo(() => {
    if (state.phase !== 'ready') return null
    const { env, user, signOn } = state
    return { api: startup.api, env, user, signOn, logout: () => void startup.logout(), overview }
  }, [startup, state, overview])
  return <SessionContext value={session}>{children}</SessionContext>
}

function useOpenOverview(): Overview | undefined {
  const { api } = useStartup()
  const state = useStartupState()
  const userId = state.phase === 'ready' ? state.user.id : undefined
  return useSession(
    scope => {
      const overview = new Overview({ api, page: document })
      scope.add(() => overview.dispose())
      // Behind the screen, not before it.
      if (userId !== undefined) scope.add(whenIdle(() => overview.start()))
      return overview
    },
    [api, userId],
  )
}
