import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { families } from '../../packages/contract/src/wire/families'
import { firstPage } from './first-page'

/** Where `npm run dev` finds the server; it is started beside this. */
const server = process.env.LIVETAP_DEV_SERVER ?? 'http://127.0.0.1:8080'

const forwarded = ['/env', '/healthz', '/readyz', ...Object.values(families)]

export default defineConfig({
  plugins: [react(), firstPage()],
  // The server puts a fresh value into every page it sends; see the CSP it sends along.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    target: ['chrome123', 'firefox121', 'safari17.5'],
    // A data: address would break the CSP.
    assetsInlineLimit: 0,
    // The polyfill is an inline script, and every browser we support preloads modules.
    modulePreload: { polyfill: false },
    sourcemap: true,
    reportCompressedSize: false,
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    strictPort: true,
    proxy: Object.fromEntries(forwarded.map(prefix => [`^${prefix}(/|\\?|$)`, { target: server, ws: true }])),
  },
})
