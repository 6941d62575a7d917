import { lazy, Suspense, useEffect } from 'react'
import { useStore } from '../use-store'
import { keyboardHelp } from './keyboard-help-state'
import { shortcutRegistry } from './shortcut-registry'
import { useShortcuts } from './use-shortcuts'

const KeyboardDialog = lazy(async () => ({ default: (await import('./keyboard-dialog')).KeyboardDialog }))

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return (
    target.isContentEditable || target.matches('input:not([type=checkbox], [type=radio]), textarea, select')
  )
}

/** A focused control is pressed by Enter; the key is a shortcut everywhere else. */
function pressesControl({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  if (key !== 'Enter' || ctrlKey || metaKey || altKey || !(target instanceof Element)) return false
  return target.matches('button, a[href], summary, [role=button], [role=menuitem], [role=option], [role=tab]')
}

/** Runs the registered keys and shows them at `?`. Mounted once. */
export function KeyboardHelp() {
  const { isOpen } = useStore(keyboardHelp)
  useShortcuts([
    { keys: '?', label: 'Show the keyboard shortcuts', run: keyboardHelp.open },
    { keys: 'Escape', label: 'Close what is open' },
  ])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || pressesControl(event)) return
      const shortcut = shortcutRegistry.find(event, isTyping(event.target))
      if (!shortcut) return
      event.preventDefault()
      shortcut.run?.()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  if (!isOpen) return null
  return (
    <Suspense>
      <KeyboardDialog onClose={keyboardHelp.close} />
    </Suspense>
  )
}
