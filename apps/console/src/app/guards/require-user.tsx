import { routes } from '@livetap/contract'
import { Navigate, Outlet, useLocation } from 'react-router'
import type { SignInRequest } from '../login-screen'
import { useStartupState } from '../startup-context'

/** The guard: no user, no screen. The asked-for address travels along and is opened after signing in. */
export function RequireUser() {
  const state = useStartupState()
  const { pathname, search, hash } = useLocation()
  if (state.phase === 'ready') return <Outlet />
  const isChosen = state.phase === 'signed-out' && state.byChoice
  const request: SignInRequest | null = isChosen ? null : { returnTo: `${pathname}${search}${hash}` }
  return <Navigate to={routes.login} replace state={request} />
}
