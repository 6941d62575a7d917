import { Popover as MantinePopover, type PopoverProps } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'

interface Props extends PopoverProps {
  opened: boolean
  onChange: (opened: boolean) => void
}

/**
 * Closed by Escape wherever the focus is. Mantine's own listener hears keys inside the popover only, and the
 * focus gets there a moment after it opened, or never.
 */
function EscapablePopover(props: Props) {
  const { opened, onChange } = props
  useWindowEvent('keydown', event => {
    if (opened && event.key === 'Escape' && !event.defaultPrevented) onChange(false)
  })
  return <MantinePopover {...props} />
}

export const Popover = Object.assign(EscapablePopover, {
  Target: MantinePopover.Target,
  Dropdown: MantinePopover.Dropdown,
})
