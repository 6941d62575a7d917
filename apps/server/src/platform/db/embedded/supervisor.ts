import { setTimeout as wait } from 'node:timers/promises'
import { backoffMs } from '../../backoff'
import type { Log } from '../../log/log'
import { isOutOfDescriptors } from '../../outage'

const LOOK_MS = 250
const MAX_RETRY_MS = 5_000

export interface Supervised {
  /** Throws where it cannot be found out for want of a descriptor. */
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

const defaultSilenceLimits: SilenceLimits = { probeMs: 2_000, answerMs: 5_000, silences: 3 }

/** Starts the database again whenever its process is gone or frozen, for as long as it takes. */
export class Supervisor {
  readonly #over = new AbortController()
  readonly #watching: Promise<unknown>
  #silences = 0
  #isBlind = false

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
      const isStopped = this.#looksLike('stopped')
      if (!isStopped && !(isFrozen && this.#looksLike('running'))) continue
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
      const silent = this.#looksLike('running') && !(await this.database.isResponsive(this.limits.answerMs))
      this.#silences = silent ? this.#silences + 1 : 0
    }
  }

  /** A process that cannot look, for want of a descriptor, takes its database neither for running nor for stopped. */
  #looksLike(state: 'running' | 'stopped'): boolean {
    try {
      const isRunning = this.database.isRunning()
      this.#isBlind = false
      return isRunning === (state === 'running')
    } catch (error) {
      if (!isOutOfDescriptors(error)) throw error
      if (!this.#isBlind)
        this.log.error({ err: error }, 'no file descriptor left to look at the database with')
      this.#isBlind = true
      return false
    }
  }

  /** False when it is over. */
  async #pause(ms: number): Promise<boolean> {
    const { signal } = this.#over
    await wait(ms, undefined, { signal, ref: false }).catch(() => undefined)
    return !signal.aborted
  }
}
