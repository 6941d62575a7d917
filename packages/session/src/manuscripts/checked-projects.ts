import { Store } from '../store'

/** Which projects of the list are checked. */
export class CheckedProjects extends Store<{ readonly ids: ReadonlySet<string> }> {
  constructor() {
    super({ ids: new Set() })
  }

  check(ids: Iterable<string>, checked: boolean): void {
    const next = new Set(this.getSnapshot().ids)
    for (const id of ids) checked ? next.add(id) : next.delete(id)
    this.set({ ids: next })
  }

  clear(): void {
    if (this.getSnapshot().ids.size > 0) this.set({ ids: new Set() })
  }
}
