import { type RefObject, useEffect } from 'react'
import { railState } from './rail-state'

/** What lies over the screen goes with Escape and with a press beside it. */
export function useCloseOutside(box: RefObject<HTMLElement | null>, isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) railState.close()
    }
    const onPress = ({ target }: PointerEvent) => {
      const isInside = box.current?.contains(target as Node)
      // The button in the top bar closes what it opened by itself.
      const isOpener = target instanceof Element && target.closest('[aria-expanded=true]')
      if (!isInside && !isOpener) railState.close()
    }
    window.addEventListener('keydown', onKey)
    window.addEventListener('pointerdown', onPress)
    return () => {
      window.removeEventListener('keydown', onKey)
      window.removeEventListener('pointerdown', onPress)
    }
  }, [box, isOpen])
}
