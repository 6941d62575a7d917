import { MantineProvider } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { ToastPlace } from '../shared/ui/feedback/toasts'
import { HintLayer } from '../shared/ui/hints/hint-layer'
import { colorSchemeManager } from '../shared/ui/theme/color-scheme'
import { styleNonce } from '../shared/ui/theme/style-nonce'
import { theme } from '../shared/ui/theme/theme'
import { AppBoundary } from './app-boundary'
import { Entrance } from './entrance'
import type { Startup } from './startup'
import { StartupContext } from './startup-context'

const InsecureScreen = lazy(async () => ({ default: (await import('./insecure-screen')).InsecureScreen }))

const SharedScreen = lazy(async () => ({
  default: (await import('../features/past/shared-link/shared-screen')).SharedScreen,
}))

interface Props {
  startup: Startup
  /** Of the page of a link, which is no part of the console. */
  sharedToken: string | undefined
}

export function App({ startup, sharedToken }: Props) {
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      colorSchemeManager={colorSchemeManager}
      getStyleNonce={styleNonce}
    >
      <ToastPlace />
      <HintLayer />
      <AppBoundary>
        <Suspense>
          {sharedToken === undefined ? (
            <StartupContext value={startup}>
              {window.isSecureContext ? <Entrance /> : <InsecureScreen />}
            </StartupContext>
          ) : (
            <SharedScreen token={sharedToken} />
          )}
        </Suspense>
      </AppBoundary>
    </MantineProvider>
  )
}
