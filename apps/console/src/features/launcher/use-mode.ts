import {
  DEFAULT_LAUNCHER_MODE,
  isLauncherMode,
  type LauncherMode,
  launcherActions,
  launcherModes,
} from '@livetap/contract'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { may, useUser } from '../../shared/session/session-context'

/**
 * The chosen mode, kept in the address. The router moves there in a transition; until it has arrived the choice
 * itself counts, or a key pressed quickly after an arrow would act on the mode before it.
 */
export function useMode(): [LauncherMode, (mode: LauncherMode) => void] {
  const [search, setSearch] = useSearchParams()
  const addressed = search.get('mode')
  const [ahead, setAhead] = useState<LauncherMode | null>(null)
  const user = useUser()
  const isShown = (name: LauncherMode) => may(user, launcherActions[name])
  const first = isShown(DEFAULT_LAUNCHER_MODE) ? DEFAULT_LAUNCHER_MODE : launcherModes.find(isShown)
  const mode = ahead ?? (isLauncherMode(addressed) ? addressed : (first ?? DEFAULT_LAUNCHER_MODE))
  if (ahead !== null && ahead === addressed) setAhead(null)
  const choose = (chosen: LauncherMode) => {
    setAhead(chosen === addressed ? null : chosen)
    setSearch(
      held => {
        const next = new URLSearchParams(held)
        next.set('mode', chosen)
        return next
      },
      { replace: true },
    )
  }
  return [mode, choose]
}
