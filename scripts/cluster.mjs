import { spawn } from 'node:child_process'
import { buildAll } from './lib/build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { bin, root } from './lib/run.mjs'

await ensureInstalled()
await buildAll()

const program = 'apps/server/src/testing/cluster/run-cluster.ts'
const cluster = spawn(
  process.execPath,
  ['--import', bin('tsx/dist/loader.mjs'), program, ...process.argv.slice(2)],
  {
    cwd: root,
    stdio: 'inherit',
  },
)
// It stops its processes in order; this script only waits for it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => cluster.kill(signal))
cluster.on('close', code => process.exit(code ?? 1))
