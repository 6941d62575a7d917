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

/** A state that can be read and watched. Listeners are called only when it has changed. */
export class Store<S> extends Watched {
  #snapshot: S

  constructor(initial: S) {
    super()
    this.#snapshot = initial
  }

  readonly getSnapshot = (): S => this.#snapshot

  protected replace(next: S): void {
    if (Object.is(next, this.#snapshot)) return
    this.#snapshot = next
    this.changed()
  }

  /** Of a state that is an object, some of its fields. */
  protected set(change: Partial<S>): void {
    const keys = Object.keys(change) as (keyof S)[]
    if (keys.some(key => !Object.is(change[key], this.#snapshot[key])))
      this.replace({ ...this.#snapshot, ...change })
  }
}
