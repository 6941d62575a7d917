import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { whenChanged } from './fresh.mjs'
import { bin, fail, node, root } from './run.mjs'

const SHARED = ['packages', 'package-lock.json', 'tsconfig.json']

/** Built beside the old one and then put in its place: a build that fails, or a server that runs, loses nothing. */
async function replaceDist(folder, build) {
  const [dist, next, old] = ['dist', 'dist-next', 'dist-old'].map(name => join(folder, name))
  await build(next)
  rmSync(old, { recursive: true, force: true })
  if (existsSync(dist)) renameSync(dist, old)
  renameSync(next, dist)
  rmSync(old, { recursive: true, force: true })
}

async function buildConsole() {
  process.stdout.write('Building the console...\n')
  const folder = join(root, 'apps/console')
  await replaceDist(folder, async to => {
    const flags = ['--outDir', to, '--emptyOutDir', '--logLevel', 'warn']
    const result = await node([bin('vite/bin/vite.js'), 'build', ...flags], { cwd: folder, capture: true })
    if (result.code !== 0) fail(`The console could not be built:\n${result.output}`)
  })
}

async function buildServer() {
  process.stdout.write('Building the server...\n')
  const folder = join(root, 'apps/server')
  const { buildServer: build } = await import('../../apps/server/build.mjs')
  await replaceDist(folder, build)
}

/** Builds what changed since the last build, and nothing else. */
export async function buildAll() {
  await whenChanged('apps/console/dist/.stamp', [...SHARED, 'apps/console'], buildConsole)
  await buildChangedServer()
}

export const buildChangedServer = () =>
  whenChanged('apps/server/dist/.stamp', [...SHARED, 'apps/server'], buildServer)
