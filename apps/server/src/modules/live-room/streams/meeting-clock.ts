/** Server time since the call started, in milliseconds. */
export class MeetingClock {
  constructor(
    private readonly startedAt: Date,
    private readonly now: () => number = Date.now,
  ) {}

  get ms(): number {
    return Math.max(0, this.now() - this.startedAt.getTime())
  }

  at(ms: number): Date {
    return new Date(this.startedAt.getTime() + ms)
  }
}
