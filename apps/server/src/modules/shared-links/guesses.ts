const WINDOW_MS = 15 * 60_000
const MAX_GUESSES = 10
const MAX_LINKS = 10_000

/** Wrong passwords of each link at this node; beyond a few the link waits. */
export class Guesses {
  readonly #wrong = new Map<string, { count: number; until: number }>()

  constructor(private readonly ticks: () => number = () => performance.now()) {}

  isTooMany(shareId: string): boolean {
    const guesses = this.#wrong.get(shareId)
    if (guesses && guesses.until <= this.ticks()) this.#wrong.delete(shareId)
    return guesses !== undefined && guesses.until > this.ticks() && guesses.count >= MAX_GUESSES
  }

  wrong(shareId: string): void {
    const guesses = this.#wrong.get(shareId) ?? { count: 0, until: this.ticks() + WINDOW_MS }
    const [oldest] = this.#wrong.keys()
    if (this.#wrong.size >= MAX_LINKS && oldest !== undefined) this.#wrong.delete(oldest)
    this.#wrong.set(shareId, { ...guesses, count: guesses.count + 1 })
  }
}
