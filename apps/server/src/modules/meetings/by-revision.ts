/** What was found of a meeting's lines, for as long as they are the same. */
export class ByRevision<T> {
  readonly #found = new Map<string, { revision: number; value: T }>()

  constructor(private readonly most: number) {}

  get(id: string, revision: number): T | undefined {
    const found = this.#found.get(id)
    return found?.revision === revision ? found.value : undefined
  }

  /** The meeting that was set longest ago goes when there are too many. */
  set(id: string, revision: number, value: T): void {
    this.#found.delete(id)
    this.#found.set(id, { revision, value })
    if (this.#found.size > this.most) this.#found.delete(this.#found.keys().next().value!)
  }
}
