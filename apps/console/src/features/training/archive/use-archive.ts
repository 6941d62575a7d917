import { ArchiveRequests } from '@livetap/session'
import { saveFrom } from '../../../shared/save-file'
import { useApi } from '../../../shared/session/session-context'
import { useSession } from '../../../shared/session/use-session'
import { useToasts } from '../../../shared/ui/feedback/toasts'

/** The archives of a region, for as long as its screen is open: closing the form does not end the watching. */
export function useArchive(region: string): ArchiveRequests | undefined {
  const api = useApi()
  const notify = useToasts()
  return useSession(
    scope => {
      const requests = new ArchiveRequests({ api, region, notify, download: saveFrom, log: console.error })
      scope.add(() => requests.dispose())
      return requests
    },
    [api, notify, region],
  )
}
