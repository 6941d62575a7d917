import { buildChangedServer } from './lib/build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { node } from './lib/run.mjs'

await ensureInstalled()
await buildChangedServer()
const { code } = await node(['--enable-source-maps', 'apps/server/dist/backup.js', ...process.argv.slice(2)])
process.exit(code)
