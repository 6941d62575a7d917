import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Popover } from '../../../shared/popover/popover'
import frame from '../../../shared/ui/layout/live-frame.module.css'

interface Props {
  label: string
  icon: ReactNode
  /** What is set now, beside the label. */
  value?: string
  children: (close: () => void) => ReactNode
}

/** A header control: a button that opens a small form. The form is created at every opening. */
export function FormPopover({ label, icon, value, children }: Props) {
  const [opened, setOpened] = useState(false)
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" withArrow trapFocus width={300}>
      <Popover.Target>
        <Button size="xs" variant="default" leftSection={icon} onClick={() => setOpened(!opened)}>
          {label}
          {value !== undefined && <span className={frame.value}>{value}</span>}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>{opened && children(() => setOpened(false))}</Popover.Dropdown>
    </Popover>
  )
}
