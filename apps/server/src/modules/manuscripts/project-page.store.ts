import type { ManuscriptSortField } from '@livetap/contract'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { ProjectRow } from './project-row'

export type SortOrder = 'asc' | 'desc'

/** A date that is absent sorts last in both directions. */
const dated = (column: 'start_at' | 'end_at', order: SortOrder) =>
  sql`coalesce(${sql.ref(column)}, ${sql.lit(order === 'asc' ? 'infinity' : '-infinity')}::timestamptz)`

/** What rows are ordered by, before their id. */
export function sortKey(field: ManuscriptSortField, order: SortOrder): RawBuilder<unknown> {
  switch (field) {
    case 'start_datetime':
      return dated('start_at', order)
    case 'end_datetime':
      return dated('end_at', order)
    case 'name':
      return sql`lower(name)`
    default:
      return sql.ref(field)
  }
}

const cursorSchema = z.tuple([z.string().nullable(), z.number().int()])

/** Where the next page begins: behind this row. */
export function cursorAfter(row: ProjectRow, field: ManuscriptSortField): string {
  const value =
    field === 'start_datetime'
      ? (row.start_at?.toISOString() ?? null)
      : field === 'end_datetime'
        ? (row.end_at?.toISOString() ?? null)
        : row[field]
  return Buffer.from(JSON.stringify([value, row.id])).toString('base64url')
}

/** Undefined for a cursor that is not ours. */
export function behindCursor(
  cursor: string,
  field: ManuscriptSortField,
  order: SortOrder,
): RawBuilder<boolean> | undefined {
  const read = readCursor(cursor)
  if (!read) return undefined
  const [value, id] = read
  const isDate = field === 'start_datetime' || field === 'end_datetime'
  if (isDate && value !== null && Number.isNaN(Date.parse(value))) return undefined
  const at = isDate
    ? sql`${value ?? (order === 'asc' ? 'infinity' : '-infinity')}::timestamptz`
    : field === 'name'
      ? sql`lower(${value ?? ''})`
      : sql`${value ?? ''}`
  const compare = order === 'asc' ? sql`>` : sql`<`
  return sql<boolean>`(${sortKey(field, order)}, id) ${compare} (${at}, ${id}::bigint)`
}

function readCursor(cursor: string): z.output<typeof cursorSchema> | undefined {
  try {
    return cursorSchema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')))
  } catch {
    return undefined
  }
}
