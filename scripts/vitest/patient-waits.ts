import { vi } from 'vitest'

/** Waiting for a state gives up after a second by default, which a busy machine needs for less than that. */
const PATIENCE_MS = 15_000

const waitFor = vi.waitFor
vi.waitFor = (callback, options = PATIENCE_MS) => waitFor(callback, options)
