interface Window {
  current: number
  since: number
  /** Of the current ones, counted here since the others were last told. */
  unshared: number
}

type Answer = (error: Error | null, result?: { current: number; ttl: number }) => void

/** Of the rate limit. */
export const RATE_WINDOW_MS = 60_000
const MAX_CALLERS = 5000
/** Of the limit: from here on other nodes are told. Most callers never come so far. */
const SHARED_FROM = 0.05
/** In one message. */
const MAX_SHARED = 100

/** Counts requests per caller for the rate limit, by a clock that cannot be set: one set back would refuse everyone for as long. */
export class RequestCounts {
  readonly #windows = new Map<string, Window>()
  /** Callers of whom others are to be told. */
  readonly #toShare = new Set<string>()

  incr(caller: string, answer: Answer, windowMs: number, limit: number): void {
    const window = this.#count(caller, 1, windowMs)
    window.unshared += 1
    if (window.current > limit * SHARED_FROM && this.#toShare.size < MAX_CALLERS) this.#toShare.add(caller)
    answer(null, { current: window.current, ttl: windowMs - (performance.now() - window.since) })
  }

  /** A route with a limit of its own counts for itself. */
  child(): RequestCounts {
    return new RequestCounts()
  }

  /** What other nodes counted of a caller. */
  countElsewhere(caller: string, requests: number, windowMs: number): void {
    this.#count(caller, requests, windowMs)
  }

  /** What was counted here since the last call, of those who ask for much: the most first. */
  takeUnshared(): Record<string, number> {
    const counts = [...this.#toShare].map(
      caller => [caller, this.#windows.get(caller)?.unshared ?? 0] as const,
    )
    const most = counts.sort(([, a], [, b]) => b - a).slice(0, MAX_SHARED)
    for (const [caller] of most) {
      this.#toShare.delete(caller)
      const window = this.#windows.get(caller)
      if (window) window.unshared = 0
    }
    return Object.fromEntries(most.filter(([, requests]) => requests > 0))
  }

  #count(caller: string, requests: number, windowMs: number): Window {
    const now = performance.now()
    let window = this.#windows.get(caller)
    if (!window || now - window.since >= windowMs) window = { current: 0, since: now, unshared: 0 }
    window.current += requests
    // The caller that was heard of longest ago makes room.
    this.#windows.delete(caller)
    this.#windows.set(caller, window)
    if (this.#windows.size > MAX_CALLERS) this.#windows.delete(this.#windows.keys().next().value!)
    return window
  }
}
