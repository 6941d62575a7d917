import { Button } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { Popover } from './popover'

interface Props {
  label: string
  Icon: Icon
  width?: number
  children: ReactNode
}

/** A button of a toolbar that shows something to be read or copied. */
export function PopoverButton({ label, Icon, width, children }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom" withArrow width={width}>
      <Popover.Target>
        <Button size="xs" variant="default" leftSection={<Icon size={16} />} onClick={() => setOpen(!isOpen)}>
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>{children}</Popover.Dropdown>
    </Popover>
  )
}
