/** Why a sign-in was refused before its password was looked at. Anyone can be refused so as often as they like. */
export type CheapRefusal = 'throttled' | 'busy'

const INTERVAL_MS = 60_000

/** Counts refusals that cost the caller nothing, and hands on one count for each reason and interval. */
export class CountedRefusals {
  readonly #counts = new Map<CheapRefusal, number>()
  #timer: NodeJS.Timeout | undefined

  constructor(
    private readonly record: (reason: CheapRefusal, count: number) => void,
    private readonly intervalMs = INTERVAL_MS,
  ) {}

  add(reason: CheapRefusal): void {
    this.#counts.set(reason, (this.#counts.get(reason) ?? 0) + 1)
    if (this.#timer) return
    this.#timer = setTimeout(() => this.flush(), this.intervalMs)
    this.#timer.unref()
  }

  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    for (const [reason, count] of this.#counts) this.record(reason, count)
    this.#counts.clear()
  }
}
