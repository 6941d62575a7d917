import { NO_FILTER } from '@livetap/contract'
import { type ExpressionBuilder, type ExpressionWrapper, type SqlBool, sql } from 'kysely'
import type { DB } from '../../platform/db/schema'
import type {} from './manuscript-tables'

export interface ProjectFilters {
  manuscript_id?: string
  manuscript_name?: string
  manuscript_language?: string
  manuscript_vendor?: string
  manuscript_status?: string
}

type Projects = ExpressionBuilder<DB, 'manuscript_project'>

/** The id of a project as a number; undefined for what can be none. */
export const projectIdOf = (text: string): number | undefined =>
  /^\d{1,15}$/.test(text) ? Number(text) : undefined

const given = (value: string | undefined): string => (!value || value === NO_FILTER ? '' : value)

/** What is deleted is seen by its own filter only. */
export function matches(eb: Projects, filters: ProjectFilters): ExpressionWrapper<DB, never, SqlBool> {
  const id = given(filters.manuscript_id)
  const name = given(filters.manuscript_name)
  const language = given(filters.manuscript_language)
  const vendor = given(filters.manuscript_vendor)
  const status = given(filters.manuscript_status)
  return eb.and([
    status ? eb(eb.cast<string>('status', 'text'), '=', status) : eb('status', '<>', 'deleted'),
    ...(id ? [eb('id', '=', projectIdOf(id) ?? -1)] : []),
    ...(name ? [holds(eb, 'name', name)] : []),
    ...(language ? [eb('language', '=', language)] : []),
    ...(vendor ? [holds(eb, 'vendor', vendor)] : []),
  ]) as unknown as ExpressionWrapper<DB, never, SqlBool>
}

const holds = (eb: Projects, column: 'name' | 'vendor', part: string) =>
  eb(sql<number>`strpos(lower(${sql.ref(column)}), lower(${part}))`, '>', 0)
