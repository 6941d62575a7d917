/** Goes on evenly from the time at which it was made: the system's clock may be set, even back. */
export function steadyClock(startMs = Date.now(), ticks = () => performance.now()): () => number {
  const madeAt = ticks()
  return () => startMs + ticks() - madeAt
}

/** Server time since the call started, in milliseconds. */
export class MeetingClock {
  /** How far the system's clock was set back before this one was made, as far as the start and the sound show. */
  #aheadMs: number

  constructor(
    private readonly startedAt: Date,
    private readonly now: () => number = steadyClock(),
  ) {
    // A call that starts later than now did so before the clock was set back; from here on its time passes.
    this.#aheadMs = Math.max(0, startedAt.getTime() - now())
  }

  get ms(): number {
    return Math.max(0, this.now() - this.startedAt.getTime() + this.#aheadMs)
  }

  /** Sound of that moment is held already, so it cannot be earlier now. */
  atLeast(ms: number): void {
    this.#aheadMs += Math.max(0, ms - this.ms)
  }

  at(ms: number): Date {
    return new Date(this.startedAt.getTime() + ms)
  }
}
