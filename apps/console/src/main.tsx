import '@fontsource-variable/inter/wght.css'
import '@fontsource/jetbrains-mono/400.css'
import '@fontsource/jetbrains-mono/600.css'
import './shared/ui/theme/mantine-styles'
import './shared/ui/theme/global.css'
import { routes } from '@livetap/contract'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { matchPath } from 'react-router'
import { App } from './app/app'
import { createSignOn } from './app/create-sign-on'
import { preloadScreen } from './app/preload-screen'
import { Startup } from './app/startup'
import { toasts } from './shared/ui/feedback/toasts'
import { styleNonce } from './shared/ui/theme/style-nonce'

// The scroll lock of dialogs adds a style element; it looks for its nonce in this global of webpack's.
Object.assign(globalThis, { __webpack_nonce__: styleNonce() })

const startup = new Startup({
  createSignOn,
  href: () => window.location.href,
  replaceAddress: path => window.history.replaceState(null, '', path),
  leaveFor: url => window.location.assign(url),
  toastError: toasts.error,
})

const root = document.getElementById('root')
if (!root) throw new Error('the page has no root')
const sharedToken = matchPath(routes.shared, window.location.pathname)?.params.token
// The page of a link has no startup: its readers are not signed in.
// Without a secure context the browser has neither the crypto for signing in nor a microphone.
if (window.isSecureContext && sharedToken === undefined) {
  // Asks the server first, so that its answers come while the page is drawn.
  void startup.start()
  preloadScreen(window.location.pathname)
}
createRoot(root).render(
  <StrictMode>
    <App startup={startup} sharedToken={sharedToken} />
  </StrictMode>,
)
