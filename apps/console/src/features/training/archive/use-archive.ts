import { ArchiveRequests } from '@livetap/session'
import { useEffect, useState } from 'react'
import { saveFrom } from '../../../shared/save-file'
import { useApi } from '../../../shared/session/session-context'
import { useToasts } from '../../../shared/ui/feedback/toasts'

/** The archives of a region, for as long as its screen is open: closing the form does not end the watching. */
export function useArchive(region: string): ArchiveRequests | undefined {
  const api = useApi()
  const notify = useToasts()
  const [requests, setRequests] = useState<ArchiveRequests>()
  useEffect(() => {
    const made = new ArchiveRequests({ api, region, notify, download: saveFrom, log: console.error })
    setRequests(made)
    return () => made.dispose()
  }, [api, notify, region])
  return requests
}
