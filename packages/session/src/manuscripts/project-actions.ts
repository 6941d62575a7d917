import {
  type ManuscriptBulkAnswer,
  type ManuscriptProject,
  type ManuscriptStatus,
  texts,
} from '@livetap/contract'
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

/** What operators do with projects. Every change carries the version that was on the screen. */
export class ProjectActions extends Store<ProjectActionsState> {
  readonly #options: ProjectActionsOptions

  constructor(options: ProjectActionsOptions) {
    super({ busy: false, progress: undefined })
    this.#options = options
  }

  readonly setStatus = (
    { id, version }: Pick<ManuscriptProject, 'id' | 'version'>,
    status: ManuscriptStatus,
  ): Promise<void> =>
    this.#alone(async () => {
      const { api, notices, checked } = this.#options
      try {
        await api.call(updateProjects, { body: { id, status, version } })
        checked?.check([id], false)
        notices.success(texts.manuscripts.updatedOne)
      } catch (error) {
        this.#fail(texts.manuscripts.notUpdatedOne, error)
      }
    })

  /** The success first, then one error per project that was not changed. A call that fails whole ends it. */
  readonly setStatuses = (projects: readonly CheckedProject[], status: ManuscriptStatus): Promise<void> =>
    this.#alone(async () => {
      const { notices, checked } = this.#options
      const failed: string[] = []
      let updatedCount = 0
      let failure: unknown
      for (let done = 0; done < projects.length; done += PROJECTS_PER_CALL) {
        this.set({ progress: { done, total: projects.length } })
        try {
          const answer = await this.#setSome(projects.slice(done, done + PROJECTS_PER_CALL), status)
          updatedCount += answer.updated.length
          failed.push(...answer.failed.map(({ description }) => description))
          checked?.check(
            answer.updated.map(({ id }) => id),
            false,
          )
        } catch (error) {
          failure = error
          break
        }
      }
      if (updatedCount > 0)
        notices.success(updatedCount === 1 ? texts.manuscripts.updatedOne : texts.manuscripts.updatedMany)
      for (const description of failed.slice(0, MAX_LISTED))
        notices.error(`${texts.manuscripts.notUpdatedOne} ${description}`)
      if (failed.length > MAX_LISTED)
        notices.error(`${texts.manuscripts.notUpdatedMany} ${failed.length - MAX_LISTED} more`)
      if (failure !== undefined) this.#fail(texts.manuscripts.notUpdatedMany, failure)
    })

  async #setSome(
    projects: readonly CheckedProject[],
    status: ManuscriptStatus,
  ): Promise<ManuscriptBulkAnswer> {
    const body = {
      manuscript_projects_ids: projects.map(({ id }) => id),
      status,
      versions: Object.fromEntries(projects.map(({ id, version }) => [id, version])),
    }
    const answer = await this.#options.api.call(updateProjects, { body })
    return 'updated' in answer ? answer : { updated: [answer], failed: [] }
  }

  /** Leaves the list only when the server has done it; the offer takes it back. */
  readonly remove = async ({ id, version, status }: ManuscriptProject): Promise<boolean> => {
    let removed = false
    await this.#alone(async () => {
      const { api, notices, checked } = this.#options
      try {
        const deleted = await api.call(deleteProject, { query: { ID: id, version } })
        removed = true
        checked?.check([id], false)
        notices.success(texts.manuscripts.deleted)
        notices.offerUndo({
          text: `Deleted ${deleted.name}`,
          onUndo: () => void this.setStatus(deleted, status),
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
