import { ensureInstalled } from './lib/install.mjs'
import { bin, node } from './lib/run.mjs'

await ensureInstalled()
const { buildAll } = await import('./lib/build.mjs')
const { findChromium } = await import('./lib/chromium.mjs')
await buildAll()
const { code } = await node(
  [bin('@playwright/test/cli.js'), 'test', '--config', 'e2e/screenshots.config.ts', ...process.argv.slice(2)],
  {
    env: { CHROMIUM_PATH: await findChromium() },
  },
)
process.exit(code)
