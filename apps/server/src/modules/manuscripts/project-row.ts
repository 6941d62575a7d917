import type { ManuscriptProjectWire, NewManuscript } from '@livetap/contract'
import type { Selectable } from 'kysely'
import type { ManuscriptTables } from './manuscript-tables'

export type ProjectRow = Selectable<ManuscriptTables['manuscript_project']>

/** A project as it travels. */
export function projectOf({ id, start_at, end_at, created_at, changed_at, ...row }: ProjectRow) {
  return {
    ...row,
    id: String(id),
    start_datetime: start_at?.toISOString() ?? null,
    end_datetime: end_at?.toISOString() ?? null,
    created_at: created_at.toISOString(),
    changed_at: changed_at.toISOString(),
  } satisfies ManuscriptProjectWire
}

/** What the create form asks for, as columns. */
export const askedColumns = ({ start_datetime, end_datetime, ...asked }: NewManuscript) => ({
  ...asked,
  start_at: start_datetime ? new Date(start_datetime) : null,
  end_at: end_datetime ? new Date(end_datetime) : null,
})
