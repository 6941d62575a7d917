import type { ManuscriptList, ManuscriptProject } from '@livetap/contract'
import { isCancelled } from '../api-error'
import { Store } from '../store'

/** What a change of a project names: which one, the version that was seen, and the status that it can get back. */
export type CheckedProject = Pick<ManuscriptProject, 'id' | 'version' | 'status'>

/** Reads a page of the projects that the filters let through. */
export type ReadProjects = (next: string | undefined, signal: AbortSignal) => Promise<ManuscriptList>

export interface CheckedState {
  readonly ids: ReadonlySet<string>
  /** While all are being checked: how many were found, of how many. */
  readonly finding: { readonly found: number; readonly total: number } | undefined
  /** All could not be checked: why. */
  readonly error: Error | undefined
}

/** Ids and versions that a browser holds easily, and more than an operator closes at once. */
export const MAX_CHECKED_PROJECTS = 10_000

/** Which projects of the list are checked, those on pages that were never shown included. */
export class CheckedProjects extends Store<CheckedState> {
  /** As they were when they were found; a project that is shown may have been read again since. */
  readonly #found = new Map<string, CheckedProject>()
  #finding: AbortController | undefined
  /** Unchecked while all are being checked: the page that holds them may come later. */
  readonly #unchecked = new Set<string>()

  constructor() {
    super({ ids: new Set(), finding: undefined, error: undefined })
  }

  check(ids: Iterable<string>, checked: boolean): void {
    const next = new Set(this.getSnapshot().ids)
    for (const id of ids) {
      if (checked) next.add(id)
      else next.delete(id)
      if (!checked && this.#finding) this.#unchecked.add(id)
    }
    this.set({ ids: next })
  }

  /** Every project that the filters let through, page by page; unchecking or clearing ends it. */
  async checkAll(read: ReadProjects): Promise<void> {
    this.#finding?.abort()
    const controller = new AbortController()
    this.#finding = controller
    this.#unchecked.clear()
    this.set({ finding: { found: 0, total: 0 }, error: undefined })
    try {
      for await (const { projects, total = 0 } of pagesOf(read, controller.signal)) {
        controller.signal.throwIfAborted()
        for (const { id, version, status } of projects) this.#found.set(id, { id, version, status })
        const ids = projects.map(({ id }) => id).filter(id => !this.#unchecked.has(id))
        this.check(ids, true)
        this.set({ finding: { found: this.getSnapshot().ids.size, total } })
      }
    } catch (error) {
      if (controller.signal.aborted || isCancelled(error)) return
      this.set({ error: error instanceof Error ? error : new Error(String(error)) })
    } finally {
      if (this.#finding === controller) {
        this.#finding = undefined
        this.set({ finding: undefined })
      }
    }
  }

  clear(): void {
    this.#finding?.abort()
    this.#finding = undefined
    this.#found.clear()
    this.set({ ids: new Set(), finding: undefined, error: undefined })
  }

  /** The checked ones, by the version that is shown, or was found where it is not. */
  of(shown: readonly ManuscriptProject[]): CheckedProject[] {
    const byId = new Map(shown.map(project => [project.id, project]))
    return [...this.getSnapshot().ids].flatMap(id => byId.get(id) ?? this.#found.get(id) ?? [])
  }
}

/** Ends by itself at the last page, at the bound, and where a service hands out the same cursor again. */
async function* pagesOf(read: ReadProjects, signal: AbortSignal): AsyncGenerator<ManuscriptList> {
  const asked = new Set<string>()
  for (let next: string | undefined, found = 0; found < MAX_CHECKED_PROJECTS; ) {
    const page = await read(next, signal)
    const projects = page.projects.slice(0, MAX_CHECKED_PROJECTS - found)
    found += projects.length
    yield { ...page, projects }
    if (!page.next || asked.has(page.next)) return
    asked.add(page.next)
    next = page.next
  }
}
