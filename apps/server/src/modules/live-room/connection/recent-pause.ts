import { HOTWORD_RESUME_MS } from '@livetap/contract'

/** A pause counts for so long after its end: what waited behind it comes one after the other. */
const REMEMBERED_MS = 10_000

/**
 * The longest pause between two messages of a client lately. Clients send sound or pings all the time, so a pause is a
 * connection that was broken or stalled, and what comes behind it may have been given as much earlier.
 */
export class RecentPause {
  #pauseMs = 0
  #endedAt: number

  constructor(public lastAt: number) {
    this.#endedAt = lastAt
  }

  received(now: number): void {
    const pauseMs = now - this.lastAt
    if (pauseMs >= this.ms(now)) {
      this.#pauseMs = pauseMs
      this.#endedAt = now
    }
    this.lastAt = now
  }

  /** No more than a client keeps of its sound. */
  ms(now: number): number {
    return now - this.#endedAt > REMEMBERED_MS ? 0 : Math.min(this.#pauseMs, HOTWORD_RESUME_MS)
  }
}
