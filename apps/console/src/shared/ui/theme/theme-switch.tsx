import { ActionIcon, type MantineColorScheme, Tooltip, useMantineColorScheme } from '@mantine/core'
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import { memo } from 'react'

const choices = {
  auto: { label: 'Theme: as the system', Icon: IconDeviceDesktop, next: 'light' },
  light: { label: 'Theme: light', Icon: IconSun, next: 'dark' },
  dark: { label: 'Theme: dark', Icon: IconMoon, next: 'auto' },
} as const satisfies Record<MantineColorScheme, unknown>

/** One button that goes round: as the system, light, dark. */
export const ThemeSwitch = memo(function ThemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const { label, Icon, next } = choices[colorScheme]
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={() => setColorScheme(next)}>
        <Icon size={18} />
      </ActionIcon>
    </Tooltip>
  )
})
