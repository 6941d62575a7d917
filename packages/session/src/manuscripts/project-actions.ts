import { counted, type ManuscriptProject, type ManuscriptStatus, texts } from '@livetap/contract'
import { deleteProject, updateProjects } from '@livetap/contract/calls/manuscripts'
import type { ApiClient } from '../api-client'
import { ApiError, isCancelled } from '../api-error'
import type { Notices } from '../notices'
import { Store } from '../store'
import type { CheckedProject, CheckedProjects } from './checked-projects'

export interface ProjectActionsOptions {
  api: Pick<ApiClient, 'call'>
  notices: Notices
  checked?: CheckedProjects
  /** The projects as they are now, after any outcome that may have changed them. */
  onChanged: () => void
}

export interface ProjectActionsState {
  readonly busy: boolean
  /** Of a change of several projects. */
  readonly progress: { readonly done: number; readonly total: number } | undefined
}

/** Changed by one call: an answer comes soon, and says how far it is. */
const PROJECTS_PER_CALL = 100
/** Failures that are listed one by one; of the others their number. */
const MAX_LISTED = 20

interface StatusChange {
  readonly projects: readonly CheckedProject[]
  readonly status: ManuscriptStatus
}

function partsOf({ projects, status }: StatusChange): StatusChange[] {
  const parts: StatusChange[] = []
  for (let at = 0; at < projects.length; at += PROJECTS_PER_CALL)
    parts.push({ projects: projects.slice(at, at + PROJECTS_PER_CALL), status })
  return parts
}

/** As it is after a change: of a service that answers none of its projects the id alone is known. */
type UpdatedProject = CheckedProject & { readonly name?: string }

/** What operators do with projects. Every change carries the version that was on the screen. */
export class ProjectActions extends Store<ProjectActionsState> {
  readonly #options: ProjectActionsOptions

  constructor(options: ProjectActionsOptions) {
    super({ busy: false, progress: undefined })
    this.#options = options
  }

  readonly setStatus = (project: CheckedProject, status: ManuscriptStatus): Promise<void> =>
    this.#alone(async () => {
      const { api, notices, checked } = this.#options
      const { id, version } = project
      try {
        const answer = await api.call(updateProjects, { body: { id, status, version } })
        checked?.check([id], false)
        notices.success(texts.manuscripts.updatedOne)
        const [updated = { id }] = 'updated' in answer ? (answer.updated ?? []) : [answer]
        this.#offerReopening([project], status, [{ ...updated, id, status }])
      } catch (error) {
        this.#fail(texts.manuscripts.notUpdatedOne, error)
      }
    })

  readonly setStatuses = (projects: readonly CheckedProject[], status: ManuscriptStatus): Promise<void> =>
    this.#alone(async () => {
      const updated = await this.#setAll([{ projects, status }])
      this.#offerReopening(projects, status, updated)
    })

  /** The success first, then one error per project that was not changed. A call that fails whole ends it. */
  async #setAll(changes: readonly StatusChange[]): Promise<UpdatedProject[]> {
    const { notices, checked } = this.#options
    const failed: string[] = []
    const updated: UpdatedProject[] = []
    let failure: unknown
    let done = 0
    const total = changes.reduce((sum, { projects }) => sum + projects.length, 0)
    for (const { projects, status } of changes.flatMap(partsOf)) {
      this.set({ progress: { done, total } })
      try {
        const answer = await this.#setSome(projects, status)
        updated.push(...answer.updated)
        failed.push(...answer.failed.map(({ description }) => description))
        checked?.check(
          answer.updated.map(({ id }) => id),
          false,
        )
      } catch (error) {
        failure = error
        break
      }
      done += projects.length
    }
    if (updated.length > 0)
      notices.success(updated.length === 1 ? texts.manuscripts.updatedOne : texts.manuscripts.updatedMany)
    for (const description of failed.slice(0, MAX_LISTED))
      notices.error(`${texts.manuscripts.notUpdatedOne} ${description}`)
    if (failed.length > MAX_LISTED)
      notices.error(`${texts.manuscripts.notUpdatedMany} ${failed.length - MAX_LISTED} more`)
    if (failure !== undefined) this.#fail(texts.manuscripts.notUpdatedMany, failure)
    return updated
  }

  /** What was closed gets its former status back, each its own. */
  #offerReopening(
    before: readonly CheckedProject[],
    status: ManuscriptStatus,
    updated: readonly UpdatedProject[],
  ): void {
    if (status !== 'closed') return
    const formerly = new Map(before.map(project => [project.id, project.status]))
    // One that comes back from its deletion was closed before.
    const closed = updated.filter(({ id }) => !['closed', 'deleted'].includes(formerly.get(id) ?? ''))
    const [first] = closed
    if (!first) return
    const changes = [...new Set(formerly.values())].map(former => ({
      status: former,
      projects: closed.filter(({ id }) => formerly.get(id) === former),
    }))
    this.#options.notices.offerUndo({
      text:
        closed.length === 1
          ? `Closed ${first.name ?? 'the project'}`
          : `Closed ${counted(closed.length, 'project')}`,
      onUndo: () => void this.#alone(async () => void (await this.#setAll(changes))),
    })
  }

  async #setSome(projects: readonly CheckedProject[], status: ManuscriptStatus) {
    const body = {
      manuscript_projects_ids: projects.map(({ id }) => id),
      status,
      versions: Object.fromEntries(
        projects.flatMap(({ id, version }) => (version === undefined ? [] : [[id, version]])),
      ),
    }
    const { failed = [], ...answer } = await this.#options.api.call(updateProjects, { body })
    const isRefused = (id: string) => failed.some(one => one.id === id)
    const accepted: readonly Omit<UpdatedProject, 'status'>[] =
      answer.updated ?? projects.flatMap(({ id }) => (isRefused(id) ? [] : [{ id }]))
    return { updated: accepted.map(({ id, version, name }) => ({ id, version, name, status })), failed }
  }

  /** Leaves the list only when the server has done it; the offer takes it back. */
  readonly remove = async ({ id, name, version, status }: ManuscriptProject): Promise<boolean> => {
    let removed = false
    await this.#alone(async () => {
      const { api, notices, checked } = this.#options
      try {
        const deleted = await api.call(deleteProject, { query: { ID: id, version } })
        removed = true
        checked?.check([id], false)
        notices.success(texts.manuscripts.deleted)
        notices.offerUndo({
          text: `Deleted ${name}`,
          onUndo: () => void this.setStatus({ id, version: deleted.version, status: 'deleted' }, status),
        })
      } catch (error) {
        this.#fail(texts.manuscripts.notDeleted, error)
      }
    })
    return removed
  }

  /** One at a time: a second click while the first is on its way does nothing. */
  async #alone(work: () => Promise<void>): Promise<void> {
    if (this.getSnapshot().busy) return
    this.set({ busy: true })
    try {
      await work()
    } finally {
      this.set({ busy: false, progress: undefined })
      this.#options.onChanged()
    }
  }

  #fail(text: string, error: unknown): void {
    if (isCancelled(error)) return
    const reason = error instanceof Error ? ` ${error.message}` : ''
    const trackingId = error instanceof ApiError ? error.trackingId : undefined
    this.#options.notices.error(`${text}${reason}`, { trackingId })
  }
}
