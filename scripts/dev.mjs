import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensureInstalled } from './lib/install.mjs'
import { bin, root } from './lib/run.mjs'

await ensureInstalled()

const children = [
  spawn(
    process.execPath,
    [bin('tsx/dist/cli.mjs'), 'watch', '--clear-screen=false', 'apps/server/src/main.ts'],
    {
      cwd: root,
      stdio: 'inherit',
      // Browsers come by way of vite, so that is where the sign-on sends them back to.
      env: { LIVETAP_PUBLIC_URL: 'http://127.0.0.1:5173', ...process.env },
    },
  ),
  spawn(process.execPath, [bin('vite/bin/vite.js')], { cwd: join(root, 'apps/console'), stdio: 'inherit' }),
]

let stopping = false
function stop(signal) {
  if (stopping) return
  stopping = true
  for (const child of children) child.kill(signal)
}
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop(signal))
for (const child of children) child.on('close', () => stop('SIGTERM'))
