import { routes } from '@livetap/contract'
import { useCallback } from 'react'
import { useNavigate } from 'react-router'

/** Leaves a screen: to the launcher, or where the screen's rule says (`exit(fillRoute(routes.past, …))`). */
export function useExit(): (to?: string) => void {
  const navigate = useNavigate()
  return useCallback((to: string = routes.launcher) => void navigate(to), [navigate])
}
