import type { Log } from './log/log'

type Release = () => unknown

/** Owns what was acquired, and gives it back in reverse order. A release that fails does not keep the others. */
export class Scope {
  readonly #releases: [string, Release][] = []
  #closed: Promise<void> | undefined

  constructor(private readonly log: Log) {}

  /** Builds inside a scope; what was acquired before a failure is given back. */
  static async build<T>(log: Log, build: (scope: Scope) => Promise<T>): Promise<T> {
    const scope = new Scope(log)
    try {
      return await build(scope)
    } catch (error) {
      await scope.close()
      throw error
    }
  }

  own<T>(name: string, value: T, release: (value: T) => unknown): T {
    this.#releases.push([name, () => release(value)])
    return value
  }

  close(): Promise<void> {
    this.#closed ??= this.#releaseAll()
    return this.#closed
  }

  async #releaseAll(): Promise<void> {
    for (const [name, release] of this.#releases.splice(0).reverse()) {
      try {
        await release()
      } catch (error) {
        this.log.error({ part: name, err: error }, 'part did not stop cleanly')
      }
    }
  }
}
