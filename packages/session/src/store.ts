import { Watched } from './watched'

/** A state that can be read and watched, in the form `useSyncExternalStore` takes. */
export class Store<S extends object> extends Watched {
  #snapshot: S

  constructor(initial: S) {
    super()
    this.#snapshot = initial
  }

  readonly getSnapshot = (): S => this.#snapshot

  /** Notifies no listener when nothing changed. */
  protected set(change: Partial<S>): void {
    const next = { ...this.#snapshot, ...change }
    const keys = Object.keys(change) as (keyof S)[]
    if (keys.every(key => Object.is(next[key], this.#snapshot[key]))) return
    this.#snapshot = next
    this.changed()
  }
}
