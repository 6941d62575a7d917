import { ArchiveRequests } from '@livetap/session'
import { useEffect, useState } from 'react'
import { useApi } from '../../../shared/session/session-context'
import { useToasts } from '../../../shared/ui/toasts'

/** The archives of a region, for as long as its screen is open: closing the form does not end the watching. */
export function useArchive(region: string): ArchiveRequests | undefined {
  const api = useApi()
  const notify = useToasts()
  const [requests, setRequests] = useState<ArchiveRequests>()
  useEffect(() => {
    const made = new ArchiveRequests({ api, region, notify, download, log: console.error })
    setRequests(made)
    return () => made.dispose()
  }, [api, notify, region])
  return requests
}

/** The answer names the file. */
function download(url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}
