import type { ReactNode } from 'react'
import { LazyPopover } from '../../../shared/popover/lazy-popover'
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

/** A small button of a card that opens a popover. */
export function ShardPopover({ part, label, name, width, isMarked, disabled, children }: Props) {
  return (
    <LazyPopover
      position="bottom-end"
      width={width}
      button={props => (
        <button
          type="button"
          className={isMarked ? `${classes.more} ${classes.marked}` : classes.more}
          aria-label={name}
          aria-haspopup="dialog"
          data-part={part}
          disabled={disabled}
          {...props}
        >
          {label}
        </button>
      )}
    >
      {children}
    </LazyPopover>
  )
}
