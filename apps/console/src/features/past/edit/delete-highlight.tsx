import type { PastSession } from '@livetap/session'
import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { Popover } from '../../../shared/popover/popover'
import classes from '../list/list.module.css'

/** Asks once, beside the button: a highlight is quickly made again. */
export function DeleteHighlight({ id, session }: { id: string; session: PastSession }) {
  const [isOpen, setOpen] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  const remove = async () => {
    setDeleting(true)
    await session.edits.deleteHighlight(id)
    setDeleting(false)
    setOpen(false)
  }
  return (
    <Popover opened={isOpen} onChange={setOpen} position="left" withArrow shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <button
          type="button"
          className={classes.icon}
          aria-label="Delete highlight"
          data-hint="Delete highlight"
          onClick={() => setOpen(true)}
        >
          <svg viewBox="0 0 16 16" aria-hidden="true" data-line>
            <path d="M3 4.500h10M6.500 4.500V3h3v1.500M4.500 4.500l.5 8.500h6l.5-8.500" />
          </svg>
        </button>
      </Popover.Target>
      <Popover.Dropdown>
        <Text size="sm" mb={8}>
          Delete this highlight for everyone?
        </Text>
        <Button size="compact-sm" color="red" loading={isDeleting} onClick={() => void remove()}>
          Delete
        </Button>
      </Popover.Dropdown>
    </Popover>
  )
}
