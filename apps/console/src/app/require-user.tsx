import { routes } from '@livetap/contract'
import { Navigate, Outlet, useLocation } from 'react-router'
import { SessionContext } from '../shared/session/session-context'
import type { SignInRequest } from './login-screen'
import { useStartup, useStartupState } from './startup-context'

/** The guard: no user, no screen. The asked-for address travels along and is opened after signing in. */
export function RequireUser() {
  const startup = useStartup()
  const state = useStartupState()
  const { pathname, search, hash } = useLocation()
  if (state.phase !== 'ready') {
    const isChosen = state.phase === 'signed-out' && state.byChoice
    const request: SignInRequest | null = isChosen ? null : { returnTo: `${pathname}${search}${hash}` }
    return <Navigate to={routes.login} replace state={request} />
  }
  const { env, user, signOn } = state
  const logout = () => void startup.logout()
  return (
    <SessionContext value={{ api: startup.api, env, user, signOn, logout }}>
      <Outlet />
    </SessionContext>
  )
}
