import { afterAll, inject, vi } from 'vitest'

/**
 * Waiting for a state gives up after a second by default, which a busy machine needs for less than that. How long a
 * state takes is no expectation of a test: only one that never comes ends the waiting.
 */
const PATIENCE_MS = Math.min(120_000, inject('testMs') * 0.75)

const waitFor = vi.waitFor
vi.waitFor = (callback, options = PATIENCE_MS) =>
  waitFor(callback, typeof options === 'number' ? options : { timeout: PATIENCE_MS, ...options })

// The next file of this worker runs in the same process.
afterAll(() => {
  vi.waitFor = waitFor
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})
