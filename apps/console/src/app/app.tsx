import { MantineProvider } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { colorSchemeManager } from '../shared/ui/color-scheme'
import { styleNonce } from '../shared/ui/style-nonce'
import { theme } from '../shared/ui/theme'
import { ToastPlace } from '../shared/ui/toasts'
import { AppBoundary } from './app-boundary'
import { Entrance } from './entrance'
import type { Startup } from './startup'
import { StartupContext } from './startup-context'

const InsecureScreen = lazy(async () => ({ default: (await import('./insecure-screen')).InsecureScreen }))

export function App({ startup }: { startup: Startup }) {
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      colorSchemeManager={colorSchemeManager}
      getStyleNonce={styleNonce}
    >
      <ToastPlace />
      <AppBoundary>
        <StartupContext value={startup}>
          <Suspense>{window.isSecureContext ? <Entrance /> : <InsecureScreen />}</Suspense>
        </StartupContext>
      </AppBoundary>
    </MantineProvider>
  )
}
