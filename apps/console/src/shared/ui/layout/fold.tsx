import { Button } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import classes from './fold.module.css'
import { useNarrow } from './use-narrow'

interface Props {
  /** In every window, not only where there is no room. */
  always?: boolean
  children: ReactNode
}

/**
 * Controls of a wrapping toolbar: in its row where there is room, behind "More" where there is not. They unfold in the
 * toolbar itself and not in a popover, because several of them open popovers of their own.
 */
export function Fold({ always = false, children }: Props) {
  const isNarrow = useNarrow()
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  if (!isNarrow && !always) return children
  return (
    <>
      <Button
        size="xs"
        variant={isOpen ? 'light' : 'default'}
        leftSection={<IconDots size={16} />}
        aria-label="More controls"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        More
      </Button>
      <div id={id} className={classes.folded} hidden={!isOpen}>
        {children}
      </div>
    </>
  )
}
