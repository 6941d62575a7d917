import { type ManuscriptProject, type ManuscriptStatus, texts } from '@livetap/contract'
import { deleteProject, updateProjects } from '@livetap/contract/endpoints/manuscripts'
import type { ApiClient } from '../api-client'
import { ApiError, isCancelled } from '../api-error'
import type { Notices } from '../notices'
import { Store } from '../store'
import type { CheckedProjects } from './checked-projects'

export interface ProjectActionsOptions {
  api: Pick<ApiClient, 'call'>
  notices: Notices
  checked?: CheckedProjects
  /** The projects as they are now, after any outcome that may have changed them. */
  onChanged: () => void
}

/** What operators do with projects. Every change carries the version that was on the screen. */
export class ProjectActions extends Store<{ readonly busy: boolean }> {
  readonly #options: ProjectActionsOptions

  constructor(options: ProjectActionsOptions) {
    super({ busy: false })
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

  /** The success first, then one error per project that was not changed. */
  readonly setStatuses = (projects: readonly ManuscriptProject[], status: ManuscriptStatus): Promise<void> =>
    this.#alone(async () => {
      const { api, notices, checked } = this.#options
      const body = {
        manuscript_projects_ids: projects.map(({ id }) => id),
        status,
        versions: Object.fromEntries(projects.map(({ id, version }) => [id, version])),
      }
      try {
        const answer = await api.call(updateProjects, { body })
        if (!('updated' in answer)) return
        const { updated, failed } = answer
        checked?.check(
          updated.map(({ id }) => id),
          false,
        )
        if (updated.length > 0)
          notices.success(updated.length === 1 ? texts.manuscripts.updatedOne : texts.manuscripts.updatedMany)
        for (const { description } of failed)
          notices.error(`${texts.manuscripts.notUpdatedOne} ${description}`)
      } catch (error) {
        this.#fail(texts.manuscripts.notUpdatedMany, error)
      }
    })

  /** Leaves the list only when the server has done it; the toast takes it back. */
  readonly remove = async ({ id, version, status }: ManuscriptProject): Promise<boolean> => {
    let removed = false
    await this.#alone(async () => {
      const { api, notices, checked } = this.#options
      try {
        const deleted = await api.call(deleteProject, { query: { ID: id, version } })
        removed = true
        checked?.check([id], false)
        notices.success(texts.manuscripts.deleted, {
          label: 'Undo',
          run: () => void this.setStatus(deleted, status),
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
      this.set({ busy: false })
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
