import { DEFAULT_LAUNCHER_MODE, isLauncherMode, type LauncherMode } from '@livetap/contract'
import { useState } from 'react'
import { useSearchParams } from 'react-router'

/**
 * The chosen mode, kept in the address. The router moves there in a transition; until it has arrived the choice
 * itself counts, or a key pressed quickly after an arrow would act on the mode before it.
 */
export function useMode(): [LauncherMode, (mode: LauncherMode) => void] {
  const [search, setSearch] = useSearchParams()
  const addressed = search.get('mode')
  const [ahead, setAhead] = useState<LauncherMode | null>(null)
  const mode = ahead ?? (isLauncherMode(addressed) ? addressed : DEFAULT_LAUNCHER_MODE)
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
