import type { ManuscriptActivity, ManuscriptReturn } from '@livetap/contract'
import { sql } from 'kysely'
import { Store } from '../../platform/db/store'
import type {} from './manuscript-tables'

const MAX_RETURNS = 50
const MAX_CHANGES = 50

/** What happened in a project. */
export class ProjectActivityStore extends Store {
  async activity(id: number): Promise<ManuscriptActivity> {
    const [days, returns, changes] = await Promise.all([this.#days(id), this.#returns(id), this.#changes(id)])
    return { days, returns, changes }
  }

  async noteReturn(id: number, { returned_at, unmatched, ...given }: ManuscriptReturn): Promise<void> {
    await this.db
      .insertInto('manuscript_return')
      .values({
        ...given,
        project_id: id,
        returned_at: new Date(returned_at),
        unmatched: JSON.stringify(unmatched),
      })
      .execute()
  }

  async #days(id: number): Promise<ManuscriptActivity['days']> {
    const { rows } = await sql<{ day: string; sent_ms: number; received_ms: number }>`
      select day, sum(sent)::bigint as sent_ms, sum(received)::bigint as received_ms from (
        select to_char(sent_at at time zone 'UTC', 'YYYY-MM-DD') as day, length_ms as sent, 0 as received
        from manuscript_shard where project_id = ${id}
        union all
        select to_char(received_at at time zone 'UTC', 'YYYY-MM-DD'), 0, length_ms
        from manuscript_shard where project_id = ${id} and received_at is not null
      ) as moved group by day order by day`.execute(this.db)
    return rows
  }

  async #returns(id: number): Promise<ManuscriptReturn[]> {
    const rows = await this.db
      .selectFrom('manuscript_return')
      .select(['file', 'returned_at', 'returned_by', 'received', 'unmatched', 'unmatched_total'])
      .where('project_id', '=', id)
      .orderBy('id', 'desc')
      .limit(MAX_RETURNS)
      .execute()
    return rows.map(row => ({ ...row, returned_at: row.returned_at.toISOString() }))
  }

  async #changes(id: number): Promise<ManuscriptActivity['changes']> {
    const rows = await this.db
      .selectFrom('manuscript_change')
      .select(['version', 'changed_at', 'changed_by', 'what'])
      .where('project_id', '=', id)
      .orderBy('version', 'desc')
      .limit(MAX_CHANGES)
      .execute()
    return rows.map(row => ({ ...row, changed_at: row.changed_at.toISOString() }))
  }
}
