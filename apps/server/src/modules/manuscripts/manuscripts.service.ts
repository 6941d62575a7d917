import type {
  ManuscriptActivity,
  ManuscriptBulkAnswer,
  ManuscriptEdit,
  ManuscriptListWire,
  ManuscriptProjectWire,
  ManuscriptReturn,
  ManuscriptShards,
  ManuscriptStatus,
  ManuscriptTotals,
  MatchingShards,
  MatchingShardsQuery,
  NewManuscript,
} from '@livetap/contract'
import { ServiceError } from '../../platform/service-error'
import type { ManuscriptsStore, ProjectPageQuery } from './manuscripts.store'
import type { ProjectActivityStore } from './project-activity.store'
import { type ProjectFilters, projectIdOf } from './project-filters.store'
import { type ProjectRow, projectOf } from './project-row'
import type { ProjectShardsStore } from './project-shards.store'
import type { ReturnedZip, ReturnSender, VendorReturns } from './vendor-returns'

interface StatusChange {
  status: ManuscriptStatus
  version?: number
  by: string
}

export interface ManuscriptsServiceOptions {
  store: ManuscriptsStore
  shards: ProjectShardsStore
  activity: ProjectActivityStore
  returns: VendorReturns
  /** Something changed that the filling of projects should look at. */
  onChange?: () => void
}

/** Labelling projects. A version counts what people decide; filling and returns leave it as it is. */
export class ManuscriptsService {
  constructor(private readonly options: ManuscriptsServiceOptions) {}

  async list(query: ProjectPageQuery): Promise<ManuscriptListWire> {
    const [page, total] = await Promise.all([this.options.store.page(query), this.options.store.count(query)])
    if (!page) throw new ServiceError('invalid', 'next: must come from an earlier page')
    return { projects: page.rows.map(projectOf), total, next: page.next }
  }

  async totals(filters: ProjectFilters): Promise<ManuscriptTotals> {
    return { vendors: await this.options.store.totals(filters) }
  }

  async get(id: string): Promise<ManuscriptProjectWire> {
    return projectOf(await this.row(id))
  }

  async row(id: string): Promise<ProjectRow> {
    const row = await this.options.store.find(numberOf(id))
    if (!row) throw notFound(id)
    return row
  }

  async activity(id: string): Promise<ManuscriptActivity> {
    return await this.options.activity.activity((await this.row(id)).id)
  }

  async shards(id: string, limit: number, offset: number): Promise<ManuscriptShards> {
    return await this.options.shards.page((await this.row(id)).id, limit, offset)
  }

  matching(asked: MatchingShardsQuery): Promise<MatchingShards> {
    return this.options.shards.matching(asked)
  }

  /** What is to be sent: the shards that have not come back. */
  async toSend(id: string): Promise<{ project: ProjectRow; shardIds: string[] }> {
    const project = await this.row(id)
    const sent = await this.options.shards.unreceived(project.id, MAX_PACKAGE_SHARDS)
    return { project, shardIds: sent.map(({ shardId }) => shardId) }
  }

  /** A project that takes a return in now. */
  async awaiting(id: string): Promise<ProjectRow> {
    const row = await this.row(id)
    if (acceptsReturns.has(row.status)) return row
    throw new ServiceError('wrong_state', `${row.name} is ${row.status}: it takes no transcripts in`)
  }

  /** `path` is a zip on this machine that was sent as `file`. */
  async importReturn(row: ProjectRow, file: ReturnedZip, by: ReturnSender): Promise<ManuscriptReturn> {
    return await this.options.returns.importReturn(row, file, by)
  }

  async create(asked: NewManuscript, by: string): Promise<ManuscriptProjectWire> {
    return projectOf(await this.options.store.create(asked, by))
  }

  async edit(id: string, { version, ...asked }: ManuscriptEdit, by: string): Promise<ManuscriptProjectWire> {
    const row = await this.options.store.change(numberOf(id), version, asked, { by, what: 'edited' })
    if (!row) throw await this.#refusal(id, version)
    this.options.onChange?.()
    return projectOf(row)
  }

  async setStatus(id: string, { status, version, by }: StatusChange): Promise<ManuscriptProjectWire> {
    const noted = { by, what: `status ${status}` }
    const row = await this.options.store.change(numberOf(id), version, { status }, noted)
    if (!row) throw await this.#refusal(id, version)
    this.options.onChange?.()
    return projectOf(row)
  }

  /** Each by itself: one that fails keeps none of the others. */
  async setStatuses(
    ids: readonly string[],
    { status, versions = {}, by }: Omit<StatusChange, 'version'> & { versions?: Record<string, number> },
  ): Promise<ManuscriptBulkAnswer> {
    const answer: ManuscriptBulkAnswer = { updated: [], failed: [] }
    const known = new Map(Object.entries(versions))
    for (const id of new Set(ids)) {
      try {
        answer.updated.push(await this.setStatus(id, { status, version: known.get(id), by }))
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error
        answer.failed.push({ id, description: error.message })
      }
    }
    return answer
  }

  async #refusal(id: string, version: number | undefined): Promise<ServiceError> {
    const row = await this.options.store.find(numberOf(id))
    if (!row || version === undefined) return notFound(id)
    const changes = await this.options.store.changesSince(row.id, version)
    const between = changes.map(({ changed_by, what }) => `${changed_by} (${what})`).join(', ')
    return new ServiceError(
      'newer_version',
      `${row.name} was changed in between by ${between || 'no user: that version does not exist yet'}. Look at it again before you change it.`,
    )
  }
}

/** Their lines of the manifest are held in memory. */
const MAX_PACKAGE_SHARDS = 50_000

const acceptsReturns = new Set<ManuscriptStatus>(['ready', 'processing', 'completed'])

const notFound = (id: string) => new ServiceError('not_found', `There is no project ${id}`)

/** An id that can be none of ours finds nothing. */
const numberOf = (id: string): number => projectIdOf(id) ?? -1
