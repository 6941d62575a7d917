import type { Log } from './log/log'
import { waitAtMost } from './wait-at-most'

interface Part {
  name: string
  release: () => unknown
  /** How long its release may take when the scope is late already. */
  lateMs: number
}

/** For all parts together while nothing is wrong. */
const PATIENCE_MS = 3_500
const LATE_PART_MS = 400

/**
 * Owns what was acquired, and releases it in reverse order. A release that fails or hangs does not keep the others:
 * when the patience is used up every part still gets its turn, and a short time.
 */
export class Scope {
  readonly #parts: Part[] = []
  readonly #whenLate: (() => void)[] = []
  #closed: Promise<void> | undefined

  constructor(
    private readonly log: Log,
    private readonly timeoutMs = PATIENCE_MS,
  ) {}

  /** Builds inside a scope; what was acquired before a failure is released. */
  static async build<T>(log: Log, build: (scope: Scope) => Promise<T>): Promise<T> {
    const scope = new Scope(log)
    try {
      return await build(scope)
    } catch (error) {
      await scope.close()
      throw error
    }
  }

  own<T>(name: string, value: T, release: (value: T) => unknown, lateMs = LATE_PART_MS): T {
    this.#parts.push({ name, release: () => release(value), lateMs })
    return value
  }

  /** What may free parts that hang while they are released. */
  whenLate(free: () => void): void {
    this.#whenLate.push(free)
  }

  close(): Promise<void> {
    this.#closed ??= this.#releaseAll()
    return this.#closed
  }

  async #releaseAll(): Promise<void> {
    const deadline = performance.now() + this.timeoutMs
    const late = setTimeout(() => {
      for (const free of this.#whenLate) free()
    }, this.timeoutMs)
    for (const { name, release, lateMs } of this.#parts.splice(0).reverse()) {
      try {
        const releasing = Promise.resolve(release())
        const timeoutMs = Math.max(0, deadline - performance.now()) + lateMs
        if (!(await waitAtMost(timeoutMs, releasing)))
          this.log.error({ part: name }, 'part did not stop in time')
      } catch (error) {
        this.log.error({ part: name, err: error }, 'part did not stop cleanly')
      }
    }
    clearTimeout(late)
  }
}
