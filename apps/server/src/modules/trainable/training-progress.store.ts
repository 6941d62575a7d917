import type { TrainingProgress } from '@livetap/contract'
import { sql } from 'kysely'
import { Store } from '../../platform/db/store'
import { type Viewer, visibleMeetings } from '../access'

interface Row {
  edited: number
  edited_ms: number
  confirmed: number
  confirmed_ms: number
  unusable: number
}

/** What trainers got done. */
export class TrainingProgressStore extends Store {
  /**
   * A shard counts once, however often it was saved: as edited where its text was changed, else as confirmed. A mark that
   * was taken away does not count.
   */
  async since(region: string, since: Date, by: Viewer & { userName: string }): Promise<TrainingProgress> {
    const seen = sql`and ${visibleMeetings(by)}`
    const [mine, everyone] = await Promise.all([
      this.#count(region, since, sql`${seen} and shard_edit.edited_by = ${by.userName}`),
      this.#count(region, since, seen),
    ])
    return { mine, everyone }
  }

  async #count(region: string, since: Date, more: ReturnType<typeof sql>): Promise<Row> {
    const { rows } = await sql<Row>`
      with touched as (
        select shard_edit.shard_id,
               bool_or(kind = 'transcript' and shard_edit.source = 'trainer') as is_read,
               bool_or(kind = 'transcript' and shard_edit.source = 'trainer' and text <> before) as edited,
               bool_or(kind = 'unusable') as marked
        from shard_edit join meeting on meeting.id = shard_edit.meeting_id
        where meeting.region = ${region} and edited_at >= ${since} and shard_id is not null ${more}
        group by shard_edit.shard_id
      )
      select count(*) filter (where edited)::int as edited,
             coalesce(sum(length_ms) filter (where edited), 0)::bigint as edited_ms,
             count(*) filter (where is_read and not edited)::int as confirmed,
             coalesce(sum(length_ms) filter (where is_read and not edited), 0)::bigint as confirmed_ms,
             count(*) filter (where marked and unusable_reason is not null)::int as unusable
      from touched join shard on shard.id = touched.shard_id
    `.execute(this.db)
    return rows[0] ?? { edited: 0, edited_ms: 0, confirmed: 0, confirmed_ms: 0, unusable: 0 }
  }
}
