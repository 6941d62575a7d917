/** What can be watched, in the form `useSyncExternalStore` takes. */
export class Watched {
  readonly #listeners = new Set<() => void>()

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** A listener may unsubscribe while it is called. */
  protected changed(): void {
    for (const listener of [...this.#listeners]) listener()
  }
}
