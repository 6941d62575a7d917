/** How long something was on, over all the times it was. */
export class Stopwatch {
  #totalMs = 0
  #since: number | undefined

  constructor(private readonly now: () => number = () => performance.now()) {}

  set(running: boolean): void {
    if (running === (this.#since !== undefined)) return
    if (running) this.#since = this.now()
    else {
      this.#totalMs += this.now() - this.#since!
      this.#since = undefined
    }
  }

  get seconds(): number {
    const openMs = this.#since === undefined ? 0 : this.now() - this.#since
    return Math.round(this.#totalMs + openMs) / 1000
  }
}
