/** Goes on evenly from the time at which it was made: the system's clock may be set, even back. */
export function steadyClock(startMs = Date.now(), ticks = () => performance.now()): () => number {
  const madeAt = ticks()
  return () => startMs + ticks() - madeAt
}

/** Server time since the call started, in milliseconds. */
export class MeetingClock {
  constructor(
    private readonly startedAt: Date,
    private readonly now: () => number = steadyClock(),
  ) {}

  get ms(): number {
    return Math.max(0, this.now() - this.startedAt.getTime())
  }

  at(ms: number): Date {
    return new Date(this.startedAt.getTime() + ms)
  }
}
