import { prometheusMetrics } from '@livetap/contract/calls/operations'
import { pathOf } from '@livetap/contract/wire/endpoint'

const SCRAPE_MS = 1_000
const SCRAPE_TIMEOUT_MS = 10_000

/** The longest delay of the server's event loop, as its own metrics measure it; each scrape begins anew. */
export class EventLoopWatch {
  #longestMs = 0
  #stopped = false
  readonly #watching: Promise<void>

  constructor(private readonly origin: string) {
    this.#watching = this.#watch()
  }

  /** Since the last call of this. */
  takeLongestMs(): number {
    const longest = this.#longestMs
    this.#longestMs = 0
    return longest
  }

  async stop(): Promise<void> {
    this.#stopped = true
    await this.#watching
  }

  async #watch(): Promise<void> {
    while (!this.#stopped) {
      const from = performance.now()
      const text = await fetch(this.origin + pathOf(prometheusMetrics), {
        signal: AbortSignal.timeout(SCRAPE_TIMEOUT_MS),
      })
        .then(answer => (answer.ok ? answer.text() : undefined))
        .catch(() => undefined)
      // A scrape that is not answered is a loop that does not move, or a server that takes no connection.
      const seconds = /^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(text ?? '')?.[1]
      const ms = seconds === undefined ? performance.now() - from : Number(seconds) * 1000
      this.#longestMs = Math.max(this.#longestMs, ms)
      await new Promise(resolve => setTimeout(resolve, SCRAPE_MS))
    }
  }
}
