import { MantineProvider } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { ToastPlace } from '../shared/ui/feedback/toasts'
import { colorSchemeManager } from '../shared/ui/theme/color-scheme'
import { styleNonce } from '../shared/ui/theme/style-nonce'
import { theme } from '../shared/ui/theme/theme'
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
