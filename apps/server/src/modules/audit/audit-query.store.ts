import type { AuditEntryWire } from '@livetap/contract'
import { sql } from 'kysely'
import { Store } from '../../platform/db/store'
import type { AuditCursor, AuditPage } from './audit-filter'
import './audit-tables'

type ReadRow = Omit<AuditEntryWire, 'id' | 'at' | 'actor' | 'address'> & {
  id: number
  at: Date
  actor: string
  people: Record<string, string>
  persons: Record<string, string>
  title: string | null
}

/** Stands where a name was. */
const ERASED = 'erased'

/** Reads the audit log. */
export class AuditQueryStore extends Store {
  /** Newest first, with the names that were not erased, and the titles of meetings that are still there. */
  async page({
    limit,
    after,
    ...filter
  }: AuditPage): Promise<{ entry: AuditEntryWire; cursor: AuditCursor }[]> {
    const { actor, action, target, result, from, to } = filter
    const conditions = [
      ...(actor === undefined ? [] : [sql`actor = any(${await this.#actors(actor)}::text[])`]),
      ...(action === undefined ? [] : [sql`action = ${action}`]),
      ...(target === undefined ? [] : [sql`target = ${target}`]),
      ...(result === undefined ? [] : [sql`result = ${result}`]),
      // Said of what is not done: the index of those that were refused or failed.
      ...(result === undefined || result === 'done' ? [] : [sql`result <> 'done'`]),
      ...(from === undefined ? [] : [sql`at >= ${from}`]),
      ...(to === undefined ? [] : [sql`at <= ${to}`]),
      ...(after === undefined ? [] : [sql`(at, id) < (${after.at}, ${after.id})`]),
    ]
    const where = conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``
    const { rows } = await sql<ReadRow>`
      select entry.id, entry.at, entry.actor, entry.action, entry.target, entry.result, entry.fields, entry.people,
        meeting.title,
        coalesce((select jsonb_object_agg(field, value) from audit_person where entry = entry.id), '{}') as persons
      from (select * from audit_entry ${where} order by at desc, id desc limit ${limit}) as entry
      left join meeting on meeting.id = entry.target
      order by entry.at desc, entry.id desc
    `.execute(this.db)
    return rows.map(row => ({ entry: wireOf(row), cursor: { at: row.at, id: row.id } }))
  }

  /** The ids of those who have, or had, this name; a name that no one had is taken for an id. */
  async #actors(given: string): Promise<string[]> {
    const { rows } = await sql<{ actor: string }>`
      select distinct actor from audit_entry
      where id in (select entry from audit_person where value = ${given} and field = 'actor_name')
    `.execute(this.db)
    return [given, ...rows.map(({ actor }) => actor)]
  }
}

function wireOf({
  id,
  at,
  actor,
  action,
  target,
  result,
  fields,
  people,
  persons,
  title,
}: ReadRow): AuditEntryWire {
  const erased = Object.fromEntries(Object.keys(people).map(field => [field, ERASED]))
  const { actor_name = '', address = '', ...named } = { ...erased, ...persons }
  return {
    id: String(id),
    at: at.toISOString(),
    actor: actor_name,
    action,
    target,
    result,
    address,
    fields: {
      ...fields,
      meeting_title: title ?? undefined,
      ...named,
      actor_id: actor || undefined,
    },
  }
}
