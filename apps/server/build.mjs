import { readdirSync } from 'node:fs'
import { cp, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('../..', import.meta.url))
const dist = fileURLToPath(new URL('dist', import.meta.url))

/** What runs by itself: the server, the commands, and every worker of the packages and the server, each a file of its own. */
function entryPoints() {
  const packages = readdirSync(join(root, 'packages')).map(name => `packages/${name}/src`)
  const workers = [...packages, 'apps/server/src/entries']
    .flatMap(filesUnder)
    .filter(path => path.endsWith('.worker.ts'))
  return {
    main: 'apps/server/src/main.ts',
    user: 'apps/server/src/modules/sign-on/accounts/user-command.ts',
    ledger: 'apps/server/src/modules/events/ledger/ledger-program.ts',
    ...Object.fromEntries(workers.map(path => [basename(path, '.ts'), path])),
  }
}

const filesUnder = folder =>
  readdirSync(join(root, folder), { recursive: true }).map(path => join(folder, path))

/** Our own packages are TypeScript and become part of the bundle; those of npm stay where npm put them. */
const externalPackages = {
  name: 'external-packages',
  setup(setup) {
    setup.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === 'entry-point' || path.startsWith('@livetap/') ? undefined : { path, external: true },
    )
  },
}

/** The networks of our own; a worker finds them beside itself. */
async function copyWeights(to) {
  const from = join(root, 'packages/speech/weights')
  const models = readdirSync(from).filter(name => /\.(onnx|f32)$/.test(name))
  for (const name of models) await cp(join(from, name), join(to, name))
}

/** Bundles what runs by itself. The folder must lie inside the repository: what stays in node_modules is found from there. */
export async function bundle(entryPoints, outdir) {
  await rm(outdir, { recursive: true, force: true })
  await build({
    absWorkingDir: root,
    entryPoints,
    outdir,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: true,
    logLevel: 'warning',
    plugins: [externalPackages],
  })
}

export async function buildServer(outdir = dist) {
  await bundle(entryPoints(), outdir)
  await copyWeights(join(outdir, 'weights'))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildServer()
