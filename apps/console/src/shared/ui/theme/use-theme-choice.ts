import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core'
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'

const choices = {
  auto: { label: 'Theme: as the system', Icon: IconDeviceDesktop, next: 'light' },
  light: { label: 'Theme: light', Icon: IconSun, next: 'dark' },
  dark: { label: 'Theme: dark', Icon: IconMoon, next: 'auto' },
} as const satisfies Record<MantineColorScheme, unknown>

/** One button goes round: as the system, light, dark. */
export function useThemeChoice() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const { label, Icon, next } = choices[colorScheme]
  return { label, Icon, change: () => setColorScheme(next) }
}
