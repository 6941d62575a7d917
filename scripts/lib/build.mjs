import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { whenChanged } from './fresh.mjs'
import { bin, fail, node, root } from './run.mjs'

const SHARED = ['packages', 'package-lock.json', 'tsconfig.json']

/** Built beside the old one and then put in its place: a build that fails, or a server that runs, loses nothing. */
async function buildConsole() {
  process.stdout.write('Building the console...\n')
  const folder = join(root, 'apps/console')
  const [next, old] = [join(folder, 'dist-next'), join(folder, 'dist-old')]
  const flags = ['--outDir', 'dist-next', '--emptyOutDir', '--logLevel', 'warn']
  const result = await node([bin('vite/bin/vite.js'), 'build', ...flags], { cwd: folder, capture: true })
  if (result.code !== 0) fail(`The console could not be built:\n${result.output}`)
  rmSync(old, { recursive: true, force: true })
  if (existsSync(join(folder, 'dist'))) renameSync(join(folder, 'dist'), old)
  renameSync(next, join(folder, 'dist'))
  rmSync(old, { recursive: true, force: true })
}

async function buildServer() {
  process.stdout.write('Building the server...\n')
  const { buildServer: build } = await import(pathToFileURL(join(root, 'apps/server/build.mjs')).href)
  await build()
}

/** Builds what changed since the last build, and nothing else. */
export async function buildAll() {
  await whenChanged('apps/console/dist/.stamp', [...SHARED, 'apps/console'], buildConsole)
  await buildChangedServer()
}

export const buildChangedServer = () =>
  whenChanged('apps/server/dist/.stamp', [...SHARED, 'apps/server'], buildServer)
