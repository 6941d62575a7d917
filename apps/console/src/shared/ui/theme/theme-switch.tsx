import { ActionIcon, Tooltip } from '@mantine/core'
import { memo } from 'react'
import { useThemeChoice } from './use-theme-choice'

export const ThemeSwitch = memo(function ThemeSwitch() {
  const { label, Icon, change } = useThemeChoice()
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={change}>
        <Icon size={18} />
      </ActionIcon>
    </Tooltip>
  )
})
