import { spawn } from 'node:child_process'
import { buildAll } from './lib/build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { ensureModels } from './lib/models.mjs'
import { root } from './lib/run.mjs'

await ensureInstalled()
await buildAll()
await ensureModels()

const server = spawn(process.execPath, ['--enable-source-maps', 'apps/server/dist/main.js'], {
  cwd: root,
  stdio: 'inherit',
})
// The server stops by itself in good order; this script only waits for it and passes its verdict on.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal))
server.on('close', code => process.exit(code ?? 1))
