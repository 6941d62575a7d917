import { setTimeout as wait } from 'node:timers/promises'
import { backoffMs } from '../../backoff'
import type { Log } from '../../log/log'

const LOOK_MS = 250
const MAX_RETRY_MS = 5_000

export interface Supervised {
  isRunning(): boolean
  /** Resolves when it answers again. */
  start(): Promise<void>
}

/** Starts the database again whenever its process is gone, for as long as it takes. */
export class Supervisor {
  readonly #over = new AbortController()
  readonly #watching: Promise<void>

  constructor(
    private readonly database: Supervised,
    private readonly log: Log,
  ) {
    this.#watching = this.#watch()
  }

  /** No further start; resolves when one under way is over. */
  async stop(): Promise<void> {
    this.#over.abort()
    await this.#watching
  }

  async #watch(): Promise<void> {
    const { signal } = this.#over
    for (let failures = 0; !signal.aborted; ) {
      const delayMs = backoffMs(failures, LOOK_MS, MAX_RETRY_MS)
      await wait(delayMs, undefined, { signal, ref: false }).catch(() => undefined)
      if (signal.aborted || this.database.isRunning()) continue
      try {
        this.log.error('database stopped unexpectedly: restarting')
        await this.database.start()
        failures = 0
        this.log.warn('database restarted')
      } catch (error) {
        failures += 1
        this.log.error({ err: error }, 'database start failed')
      }
    }
  }
}
