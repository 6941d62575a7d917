import { ActionIcon } from '@mantine/core'
import { memo } from 'react'
import { useThemeChoice } from './use-theme-choice'

export const ThemeSwitch = memo(function ThemeSwitch() {
  const { label, Icon, change } = useThemeChoice()
  return (
    <ActionIcon data-hint={label} variant="subtle" color="gray" aria-label={label} onClick={change}>
      <Icon size={18} />
    </ActionIcon>
  )
})
