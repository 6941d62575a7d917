import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { whenChanged } from './fresh.mjs'
import { bin, fail, node, root } from './run.mjs'

const SHARED = ['packages', 'package-lock.json', 'tsconfig.json']

async function buildConsole() {
  process.stdout.write('Building the console...\n')
  const result = await node([bin('vite/bin/vite.js'), 'build', '--logLevel', 'warn'], {
    cwd: join(root, 'apps/console'),
    capture: true,
  })
  if (result.code !== 0) fail(`The console could not be built:\n${result.output}`)
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
