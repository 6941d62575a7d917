/** Progress is worth a write when this much time has passed. */
const EVERY_MS = 500

/** Keeps the database out of an inner loop: the newest value is written, one at a time, a few times a second. */
export class ProgressWriter<Value> {
  #lastAt = 0
  #writing: Promise<void> | undefined
  #failure: unknown

  constructor(private readonly write: (value: Value) => Promise<void>) {}

  /** Forgets what an earlier part of the work met. `first`: written at once. */
  async begin(first?: Value): Promise<void> {
    this.#failure = undefined
    this.#lastAt = performance.now()
    if (first !== undefined) await this.write(first)
  }

  at(value: Value): void {
    if (this.#writing || performance.now() - this.#lastAt < EVERY_MS) return
    this.#lastAt = performance.now()
    this.#writing = this.write(value)
      .catch(error => {
        this.#failure = error
      })
      .finally(() => {
        this.#writing = undefined
      })
  }

  /** Throws what a write met: work that is no longer ours ends here. */
  check(): void {
    if (this.#failure) throw this.#failure
  }

  async settle(): Promise<void> {
    await this.#writing
    this.check()
  }
}
