import { useEffect } from 'react'
import { frameStore } from './frame-store'

interface Options {
  /** The screen's main id, shown beside the title with a copy button. */
  id?: string
  /** What it is the id of: "meeting id". */
  idLabel?: string
}

/** Puts the screen's title and main id into the top bar and the tab. */
export function useScreenTitle(title: string, { id, idLabel = 'id' }: Options = {}): void {
  useEffect(() => frameStore.show({ title, id, idLabel }), [title, id, idLabel])
}
