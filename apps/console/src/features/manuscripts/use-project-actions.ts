import { type CheckedProjects, ProjectActions } from '@livetap/session'
import { useState } from 'react'
import { useListCache } from '../../shared/remote/list-queries'
import { useApi } from '../../shared/session/session-context'
import { toasts } from '../../shared/ui/feedback/toasts'

export const MANUSCRIPTS = 'manuscripts'

/** The operator's actions; what they change is asked for again. */
export function useProjectActions(checked?: CheckedProjects): ProjectActions {
  const api = useApi()
  const cache = useListCache(MANUSCRIPTS)
  const [actions] = useState(
    () => new ProjectActions({ api, notices: toasts, onChanged: cache.refresh, checked }),
  )
  return actions
}
