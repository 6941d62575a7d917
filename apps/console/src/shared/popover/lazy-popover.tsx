import type { PopoverProps } from '@mantine/core'
import { type ReactElement, type ReactNode, type Ref, useEffect, useRef, useState } from 'react'
import { Popover } from './popover'

interface Props extends Pick<PopoverProps, 'position' | 'width'> {
  button: (props: { ref: Ref<HTMLButtonElement>; onClick: () => void }) => ReactElement
  children: (close: () => void) => ReactNode
}

/** A popover whose parts come into being with the click, for buttons of which a hundred are on screen. */
export function LazyPopover({ button: render, children, ...place }: Props) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const openedFrom = useRef<HTMLElement>(null)
  const toggle = () => {
    if (!isOpen) openedFrom.current = document.activeElement as HTMLElement | null
    setOpen(!isOpen)
  }
  useEffect(() => {
    if (isOpen || !openedFrom.current) return
    // Opening made another button of it, so the one that had the focus may be gone.
    const back = openedFrom.current.isConnected ? openedFrom.current : button.current
    if (document.activeElement === document.body) back?.focus({ preventScroll: true })
    openedFrom.current = null
  }, [isOpen])
  const target = render({ ref: button, onClick: toggle })
  if (!isOpen) return target
  return (
    <Popover opened onChange={setOpen} trapFocus withArrow shadow="md" {...place}>
      <Popover.Target>{target}</Popover.Target>
      <Popover.Dropdown>{children(() => setOpen(false))}</Popover.Dropdown>
    </Popover>
  )
}
