import { lazy, Suspense } from 'react'
import type { NotAllowedProps } from './not-allowed-text'

const NotAllowedText = lazy(async () => ({ default: (await import('./not-allowed-text')).NotAllowedText }))

/** In place of a screen or a mode that the user may not use: who may, and whom to ask. */
export function NotAllowed(props: NotAllowedProps) {
  return (
    <Suspense>
      <NotAllowedText {...props} />
    </Suspense>
  )
}
