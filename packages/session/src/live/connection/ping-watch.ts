import { HOTWORD_FAILURES, HOTWORD_PONG_DELAY_MS, HOTWORD_RETRIES } from '@livetap/contract'

/** `unstable` is shown; `dead` ends the connection. */
export type PingVerdict = 'stable' | 'unstable' | 'dead'

/**
 * Pings of one connection. One that is not answered in time is a failure, whether its answer comes later or never; an
 * answer in time ends a row of failures. Pongs come in the order of the pings.
 */
export class PingWatch {
  readonly #waiting: { sentAtMs: number; failed: boolean }[] = []
  #failures = 0

  get failures(): number {
    return this.#failures
  }

  get verdict(): PingVerdict {
    if (this.#failures >= HOTWORD_RETRIES) return 'dead'
    return this.#failures >= HOTWORD_FAILURES ? 'unstable' : 'stable'
  }

  sent(nowMs: number): void {
    this.#waiting.push({ sentAtMs: nowMs, failed: false })
  }

  /** Called at every tick. */
  check(nowMs: number): PingVerdict {
    for (const ping of this.#waiting) {
      if (ping.failed || nowMs - ping.sentAtMs < HOTWORD_PONG_DELAY_MS) continue
      ping.failed = true
      this.#failures += 1
    }
    return this.verdict
  }

  /** The round trip in milliseconds; undefined when no one asked. */
  answered(nowMs: number): number | undefined {
    const ping = this.#waiting.shift()
    if (!ping) return undefined
    const delayMs = nowMs - ping.sentAtMs
    if (!ping.failed && delayMs <= HOTWORD_PONG_DELAY_MS) this.#failures = 0
    return delayMs
  }
}
