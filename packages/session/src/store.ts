/** A state that can be read and watched, in the form `useSyncExternalStore` takes. */
export class Store<S extends object> {
  readonly #listeners = new Set<() => void>()
  #snapshot: S

  constructor(initial: S) {
    this.#snapshot = initial
  }

  readonly getSnapshot = (): S => this.#snapshot

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Tells nobody when nothing changed. */
  protected set(change: Partial<S>): void {
    const next = { ...this.#snapshot, ...change }
    const keys = Object.keys(change) as (keyof S)[]
    if (keys.every(key => Object.is(next[key], this.#snapshot[key]))) return
    this.#snapshot = next
    for (const listener of [...this.#listeners]) listener()
  }
}
