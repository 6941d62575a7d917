import { ActionIcon } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import classes from './fold.module.css'
import { useNarrow } from './use-narrow'

/**
 * Controls of a wrapping toolbar: in its row where there is room, behind "…" where there is not. They unfold in the
 * toolbar itself and not in a popover, because several of them open popovers of their own.
 */
export function Fold({ children }: { children: ReactNode }) {
  const isNarrow = useNarrow()
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  if (!isNarrow) return children
  return (
    <>
      <ActionIcon
        size={30}
        variant={isOpen ? 'light' : 'default'}
        aria-label="More controls"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <IconDots size={16} />
      </ActionIcon>
      <div id={id} className={classes.folded} hidden={!isOpen}>
        {children}
      </div>
    </>
  )
}
