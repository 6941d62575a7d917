import { afterAll, inject, vi } from 'vitest'

const PATIENCE_MS = inject('patienceMs')

type Options = number | { timeout?: number; interval?: number }
const patient = (options: Options = PATIENCE_MS) =>
  typeof options === 'number' ? options : { timeout: PATIENCE_MS, ...options }

const { waitFor, waitUntil } = vi
vi.waitFor = (callback, options) => waitFor(callback, patient(options))
vi.waitUntil = (callback, options) => waitUntil(callback, patient(options))

// The next file of this worker runs in the same process.
afterAll(() => {
  Object.assign(vi, { waitFor, waitUntil })
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})
