import { createTheme, type MantineThemeOverride } from '@mantine/core'
import { accent, dark, gray, green, red, yellow } from './colors'

/** Every token of the console. Screens take sizes and colours from here and from nowhere else. */
export const theme: MantineThemeOverride = createTheme({
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontFamilyMonospace: "'JetBrains Mono', ui-monospace, monospace",
  fontSizes: { xs: '12px', sm: '14px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '1.35', sm: '1.45', md: '1.45', lg: '1.5', xl: '1.4' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '20px', lineHeight: '28px' },
      h2: { fontSize: '16px', lineHeight: '24px' },
      h3: { fontSize: '14px', lineHeight: '20px' },
    },
  },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  radius: { xs: '2px', sm: '4px', md: '4px', lg: '4px', xl: '4px' },
  defaultRadius: 'sm',
  colors: { gray, dark, accent, red, yellow, green },
  primaryColor: 'accent',
  primaryShade: { light: 6, dark: 6 },
  black: gray[9],
  focusRing: 'auto',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // The page itself never scrolls, and locking it would write a style that the CSP refuses.
    Modal: { defaultProps: { centered: true, lockScroll: false, transitionProps: { duration: 120 } } },
    Drawer: { defaultProps: { lockScroll: false, transitionProps: { duration: 120 } } },
    Menu: { defaultProps: { transitionProps: { duration: 120 } } },
    Popover: { defaultProps: { transitionProps: { duration: 120 } } },
    Loader: { defaultProps: { size: 'sm' } },
  },
})
