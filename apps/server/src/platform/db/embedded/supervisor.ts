import { setTimeout as wait } from 'node:timers/promises'
import { backoffMs } from '../../backoff'
import type { Log } from '../../log/log'

const LOOK_MS = 250
const MAX_RETRY_MS = 5_000

export interface Supervised {
  isRunning(): boolean
  /** Whether it says anything at all within this time: a refusal is an answer too. */
  isResponsive(withinMs: number): Promise<boolean>
  /** Ends a process that hangs. */
  end(): Promise<void>
  /** Resolves when it answers again. */
  start(): Promise<void>
}

export interface SilenceLimits {
  probeMs: number
  answerMs: number
  /** So many questions in a row without an answer, and it is frozen; one that is merely busy answers one of them. */
  silences: number
}

export const defaultSilenceLimits: SilenceLimits = { probeMs: 2_000, answerMs: 5_000, silences: 3 }

/** Starts the database again whenever its process is gone or frozen, for as long as it takes. */
export class Supervisor {
  readonly #over = new AbortController()
  readonly #watching: Promise<unknown>
  #silences = 0

  constructor(
    private readonly database: Supervised,
    private readonly log: Log,
    private readonly limits: SilenceLimits = defaultSilenceLimits,
  ) {
    this.#watching = Promise.all([this.#watch(), this.#probe()])
  }

  /** No further start; resolves when one under way is over. */
  async stop(): Promise<void> {
    this.#over.abort()
    await this.#watching
  }

  async #watch(): Promise<void> {
    for (let failures = 0; await this.#pause(backoffMs(failures, LOOK_MS, MAX_RETRY_MS)); ) {
      const isFrozen = this.#silences >= this.limits.silences
      if (this.database.isRunning() && !isFrozen) continue
      try {
        this.log.error(`database ${isFrozen ? 'does not answer' : 'stopped unexpectedly'}: restarting`)
        if (isFrozen) await this.database.end()
        await this.database.start()
        failures = 0
        this.#silences = 0
        this.log.warn('database restarted')
      } catch (error) {
        failures += 1
        this.log.error({ err: error }, 'database start failed')
      }
    }
  }

  async #probe(): Promise<void> {
    while (await this.#pause(this.limits.probeMs)) {
      // What is not running is started, which waits for its answer.
      const silent = this.database.isRunning() && !(await this.database.isResponsive(this.limits.answerMs))
      this.#silences = silent ? this.#silences + 1 : 0
    }
  }

  /** False when it is over. */
  async #pause(ms: number): Promise<boolean> {
    const { signal } = this.#over
    await wait(ms, undefined, { signal, ref: false }).catch(() => undefined)
    return !signal.aborted
  }
}
