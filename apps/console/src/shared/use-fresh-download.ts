import { texts } from '@livetap/contract'
import type { MouseEvent } from 'react'
import { saveFrom } from './save-file'
import { useToasts } from './ui/feedback/toasts'

/** For a link to a signed address, which may have expired since the page was opened: a click asks for a fresh one and saves from that. */
export function useFreshDownload(fresh: () => Promise<string>, name: string): (event: MouseEvent) => void {
  const notify = useToasts()
  return event => {
    event.preventDefault()
    fresh().then(
      url => saveFrom(url, name),
      () => notify.error(texts.past.failedAudioUrl),
    )
  }
}
