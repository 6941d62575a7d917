import type {
  ManuscriptSortField,
  ManuscriptStatus,
  ManuscriptTotals,
  NewManuscript,
} from '@livetap/contract'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../../platform/db/schema'
import { Store } from '../../platform/db/store'
import { matches, type ProjectFilters } from './project-filters.store'
import { behindCursor, cursorAfter, type SortOrder, sortKey } from './project-page.store'
import { askedColumns, type ProjectRow } from './project-row'

export interface ProjectPageQuery extends ProjectFilters {
  sort: ManuscriptSortField
  order: SortOrder
  limit: number
  next?: string
}

export interface ProjectChange {
  version: number
  changed_by: string
  what: string
}

export class ManuscriptsStore extends Store {
  /** Undefined for a cursor that is not ours. */
  async page(query: ProjectPageQuery): Promise<{ rows: ProjectRow[]; next: string | null } | undefined> {
    const { sort, order, limit, next } = query
    const behind = next ? behindCursor(next, sort, order) : sql<boolean>`true`
    if (!behind) return undefined
    const direction = sql.raw(order)
    const rows = await this.db
      .selectFrom('manuscript_project')
      .selectAll()
      .where(eb => matches(eb, query))
      .where(behind)
      .orderBy(sql`${sortKey(sort, order)} ${direction}, id ${direction}`)
      .limit(limit + 1)
      .execute()
    const shown = rows.slice(0, limit)
    return { rows: shown, next: rows.length > limit ? cursorAfter(shown.at(-1)!, sort) : null }
  }

  async count(filters: ProjectFilters): Promise<number> {
    const row = await this.db
      .selectFrom('manuscript_project')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where(eb => matches(eb, filters))
      .executeTakeFirstOrThrow()
    return row.count
  }

  async totals(filters: ProjectFilters): Promise<ManuscriptTotals['vendors']> {
    return await this.db
      .selectFrom('manuscript_project')
      .select([
        'vendor',
        sql<number>`count(*)`.as('projects'),
        sql<number>`sum(train_ms_required + eval_ms_required)::bigint`.as('ms_required'),
        sql<number>`sum(train_ms_sent + eval_ms_sent)::bigint`.as('ms_sent'),
        sql<number>`sum(train_ms_received + eval_ms_received)::bigint`.as('ms_received'),
      ])
      .where(eb => matches(eb, filters))
      .groupBy('vendor')
      .orderBy('vendor')
      .execute()
  }

  async find(id: number): Promise<ProjectRow | undefined> {
    return await this.db.selectFrom('manuscript_project').selectAll().where('id', '=', id).executeTakeFirst()
  }

  async create(asked: NewManuscript, by: string): Promise<ProjectRow> {
    return await this.db.transaction().execute(async tx => {
      const row = await tx
        .insertInto('manuscript_project')
        .values({ ...askedColumns(asked), created_by: by, changed_by: by })
        .returningAll()
        .executeTakeFirstOrThrow()
      await noteChange(tx, row, 'created')
      await this.audited(tx, { target: String(row.id), fields: { project: row.name } })
      return row
    })
  }

  /** Undefined where there is no such project, or it has another version by now. */
  async change(
    id: number,
    version: number | undefined,
    change: { status: ManuscriptStatus } | NewManuscript,
    { by, what }: { by: string; what: string },
  ): Promise<ProjectRow | undefined> {
    return await this.db.transaction().execute(async tx => {
      const row = await tx
        .updateTable('manuscript_project')
        .set(eb => ({
          ...('status' in change ? change : askedColumns(change)),
          version: eb('version', '+', 1),
          changed_at: sql<Date>`now()`,
          changed_by: by,
        }))
        .where('id', '=', id)
        .$if(version !== undefined, query => query.where('version', '=', version!))
        .returningAll()
        .executeTakeFirst()
      if (row) {
        await noteChange(tx, row, what)
        await this.audited(tx, { fields: { project: row.name, what } })
      }
      return row
    })
  }

  /** What came after a version, the last first. */
  async changesSince(id: number, version: number): Promise<ProjectChange[]> {
    return await this.db
      .selectFrom('manuscript_change')
      .select(['version', 'changed_by', 'what'])
      .where('project_id', '=', id)
      .where('version', '>', version)
      .orderBy('version', 'desc')
      .limit(3)
      .execute()
  }
}

async function noteChange(tx: Kysely<DB>, row: ProjectRow, what: string): Promise<void> {
  await tx
    .insertInto('manuscript_change')
    .values({ project_id: row.id, version: row.version, changed_by: row.changed_by, what })
    .execute()
}
