import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { Popover } from '../../../shared/popover/popover'
import type { ComparedStats } from './use-compared-stats'

/** Asks for the meeting whose values are shown beside these, or takes it away again. */
export function CompareButton({ compared }: { compared: ComparedStats }) {
  const { meetingId, problem, compareWith } = compared
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  if (meetingId && !problem)
    return (
      <Button size="xs" variant="default" onClick={() => compareWith(null)}>
        Stop comparing
      </Button>
    )
  const toggle = (open: boolean) => {
    setOpen(open)
    if (!open && problem) compareWith(null)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!typed.trim()) return
    compareWith(typed.trim())
    setOpen(false)
  }
  return (
    <Popover opened={isOpen || problem !== undefined} onChange={toggle} trapFocus position="bottom-end">
      <Popover.Target>
        <Button size="xs" variant="default" onClick={() => toggle(!isOpen)}>
          Compare
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <form onSubmit={submit}>
          <TextInput
            label="Meeting id to compare with"
            data-autofocus
            value={typed}
            error={problem}
            onChange={event => setTyped(event.currentTarget.value)}
          />
          <Button size="xs" type="submit" mt="xs" disabled={!typed.trim()}>
            Compare
          </Button>
        </form>
      </Popover.Dropdown>
    </Popover>
  )
}
