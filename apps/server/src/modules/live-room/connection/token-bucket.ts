/** So much at once, and so much more with every millisecond. */
export class TokenBucket {
  #left: number
  #at: number

  constructor(
    private readonly most: number,
    private readonly perMs: number,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.#left = most
    this.#at = now()
  }

  get left(): number {
    const now = this.now()
    this.#left = Math.min(this.most, this.#left + (now - this.#at) * this.perMs)
    this.#at = now
    return this.#left
  }

  take(amount: number): void {
    this.#left = this.left - amount
  }
}
