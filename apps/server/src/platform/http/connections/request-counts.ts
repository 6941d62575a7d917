interface Window {
  current: number
  since: number
}

type Answer = (error: Error | null, result?: { current: number; ttl: number }) => void

const MAX_CALLERS = 5000

/** Counts requests per caller for the rate limit, by a clock that cannot be set: one set back would refuse everyone for as long. */
export class RequestCounts {
  readonly #windows = new Map<string, Window>()

  incr(caller: string, answer: Answer, windowMs: number): void {
    const now = performance.now()
    let window = this.#windows.get(caller)
    if (!window || now - window.since >= windowMs) window = { current: 0, since: now }
    window.current += 1
    // The caller that was heard of longest ago makes room.
    this.#windows.delete(caller)
    this.#windows.set(caller, window)
    if (this.#windows.size > MAX_CALLERS) this.#windows.delete(this.#windows.keys().next().value!)
    answer(null, { current: window.current, ttl: windowMs - (now - window.since) })
  }

  /** A route with a limit of its own counts for itself. */
  child(): RequestCounts {
    return new RequestCounts()
  }
}
