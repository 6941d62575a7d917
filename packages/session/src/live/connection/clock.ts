/** Timers, each answering with its own stop. A `Scope` is one. */
export interface Clock {
  timeout(run: () => void, delayMs: number): () => void
  interval(run: () => void, everyMs: number): () => void
}
