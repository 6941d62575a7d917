import { lazy, Suspense } from 'react'
import { useShortcuts } from '../../shared/keys/use-shortcuts'
import { useStore } from '../../shared/use-store'
import { jumpState } from './jump-state'

const JumpDialog = lazy(async () => ({ default: (await import('./jump-dialog')).JumpDialog }))

/** Where the screen has no search of its own, its key opens the jump box. */
function search(): void {
  const field = document.querySelector<HTMLElement>('[data-search], input[type=search]')
  if (field) field.focus()
  else jumpState.open()
}

/** The keys of the jump box, and the box once it is asked for. */
export function JumpBox() {
  const { isOpen } = useStore(jumpState)
  useShortcuts([
    { keys: 'mod+k', label: 'Jump to a meeting, a screen or a mode', run: jumpState.open },
    { keys: '/', label: 'Go to the search field, or jump', run: search },
  ])
  if (!isOpen) return null
  return (
    <Suspense>
      <JumpDialog onClose={jumpState.close} />
    </Suspense>
  )
}
