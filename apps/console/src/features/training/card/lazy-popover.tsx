import { Popover } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import classes from './text.module.css'

interface Props {
  /** For keys that press it. */
  part: 'history' | 'unusable'
  label: string
  /** Whole, for a name that stands alone. */
  name: string
  width: number
  isMarked?: boolean
  disabled?: boolean
  children: (close: () => void) => ReactNode
}

/** A small button with a popover whose parts come into being with the click: many cards are on screen. */
export function LazyPopover({
  part,
  label,
  name,
  width,
  isMarked = false,
  disabled = false,
  children,
}: Props) {
  const [isOpen, setOpen] = useState(false)
  const button = (
    <button
      type="button"
      className={isMarked ? `${classes.more} ${classes.marked}` : classes.more}
      aria-label={name}
      aria-haspopup="dialog"
      data-part={part}
      disabled={disabled}
      onClick={() => setOpen(open => !open)}
    >
      {label}
    </button>
  )
  if (!isOpen) return button
  return (
    <Popover
      opened
      onChange={setOpen}
      position="bottom-end"
      width={width}
      trapFocus
      withArrow
      shadow="md"
      returnFocus
    >
      <Popover.Target>{button}</Popover.Target>
      <Popover.Dropdown>{children(() => setOpen(false))}</Popover.Dropdown>
    </Popover>
  )
}
