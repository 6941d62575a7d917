import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export interface WorkerEntryPoint {
  /** Source, relative to this package's `src`. */
  source: string
  /** File beside the bundle. */
  bundled: string
}

/** Every file that runs as its own process; a bundler makes each its own output beside the main one. */
export const workerEntryPoints = {
  recognizer: { source: 'pool/recognizer.worker.ts', bundled: 'recognizer.worker.js' },
  k2: { source: 'k2/k2.worker.ts', bundled: 'k2.worker.js' },
} as const satisfies Record<string, WorkerEntryPoint>

export type WorkerName = keyof typeof workerEntryPoints

/** How to start a worker from TypeScript source or from a bundle, regardless of which this code runs from. */
export function workerFile(name: WorkerName): { path: string; execArgv: string[] } {
  const entry = workerEntryPoints[name]
  if (import.meta.url.endsWith('.ts')) {
    const path = fileURLToPath(new URL(`../${entry.source}`, import.meta.url))
    return { path, execArgv: ['--import', import.meta.resolve('tsx')] }
  }
  const path = fileURLToPath(new URL(`./${entry.bundled}`, import.meta.url))
  if (!existsSync(path)) throw new Error(`The bundle lacks ${entry.bundled}: build it from ${entry.source}`)
  return { path, execArgv: [] }
}
