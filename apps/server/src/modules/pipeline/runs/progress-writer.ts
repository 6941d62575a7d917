import type { StageName } from '../stage-outputs'

/** Progress is worth a write when this much time has passed. */
const EVERY_MS = 500

/** Keeps the database out of a stage's inner loop: the newest value is written, one at a time, a few times a second. */
export class ProgressWriter {
  #lastAt = 0
  #writing: Promise<void> | undefined
  #failure: unknown

  constructor(private readonly write: (stage: StageName, percent: number) => Promise<void>) {}

  /** `isShown`: the end of the stage before has written this one's name with it. */
  async begin(stage: StageName, isShown: boolean): Promise<void> {
    this.#failure = undefined
    this.#lastAt = performance.now()
    if (!isShown) await this.write(stage, 0)
  }

  at(stage: StageName, percent: number): void {
    if (this.#writing || performance.now() - this.#lastAt < EVERY_MS) return
    this.#lastAt = performance.now()
    this.#writing = this.write(stage, percent)
      .catch(error => {
        this.#failure = error
      })
      .finally(() => {
        this.#writing = undefined
      })
  }

  /** Throws what a write met: a run that is no longer ours ends here at the latest. */
  async settle(): Promise<void> {
    await this.#writing
    if (this.#failure) throw this.#failure
  }
}
