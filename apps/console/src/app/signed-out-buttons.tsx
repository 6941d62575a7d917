import { ActionIcon } from '@mantine/core'
import { IconKeyboard } from '@tabler/icons-react'
import { keyboardHelp } from '../shared/keys/keyboard-help-state'
import { ThemeSwitch } from '../shared/ui/theme/theme-switch'

/** In the top bar while no one is signed in: there is no rail then. */
export function SignedOutButtons() {
  return (
    <>
      <ThemeSwitch />
      <ActionIcon
        data-hint="Keyboard shortcuts (?)"
        variant="subtle"
        color="gray"
        aria-label="Keyboard shortcuts"
        aria-haspopup="dialog"
        onClick={keyboardHelp.open}
      >
        <IconKeyboard size={18} />
      </ActionIcon>
    </>
  )
}
