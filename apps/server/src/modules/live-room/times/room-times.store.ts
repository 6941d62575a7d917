import { sql } from 'kysely'
import { Store } from '../../../platform/db/store'
import type { Period, PeriodKind } from './periods'

export type Milestone = 'connected' | 'joined'

/** What a room has been through, over all the processes that had it. */
export class RoomTimesStore extends Store {
  /** The room is open in this process; answers whether it never was before, and where it was last. */
  async opened(meetingId: string, pod: string): Promise<{ first: boolean; fromPod: string | null }> {
    const { rows } = await sql<{ up_at: Date | null; pod: string | null }>`
      with before as (select up_at, pod from live_meeting where meeting_id = ${meetingId} for update)
      update live_meeting set up_at = coalesce(live_meeting.up_at, now()), pod = ${pod}
      from before where live_meeting.meeting_id = ${meetingId}
      returning before.up_at, before.pod`.execute(this.db)
    return { first: rows[0]?.up_at === null, fromPod: rows[0]?.pod ?? null }
  }

  /** True for the first who reaches it. */
  async reached(meetingId: string, milestone: Milestone): Promise<boolean> {
    const column = `${milestone}_at` as const
    const { numUpdatedRows } = await this.db
      .updateTable('live_meeting')
      .set({ [column]: new Date() })
      .where('meeting_id', '=', meetingId)
      .where(column, 'is', null)
      .executeTakeFirst()
    return numUpdatedRows === 1n
  }

  async lifeOf(meetingId: string): Promise<{ wasUp: boolean; hasJoined: boolean }> {
    const row = await this.db
      .selectFrom('live_meeting')
      .select(['up_at', 'joined_at'])
      .where('meeting_id', '=', meetingId)
      .executeTakeFirst()
    return { wasUp: row?.up_at instanceof Date, hasJoined: row?.joined_at instanceof Date }
  }

  /** A period that goes on is the same one with a later end. */
  async save(meetingId: string, periods: readonly Period[]): Promise<void> {
    await this.db
      .insertInto('live_period')
      .values(
        periods.map(({ kind, fromMs, toMs }) => ({
          meeting_id: meetingId,
          kind,
          from_ms: Math.round(fromMs),
          to_ms: Math.round(toMs),
        })),
      )
      .onConflict(conflict =>
        conflict
          .columns(['meeting_id', 'kind', 'from_ms'])
          .doUpdateSet({ to_ms: sql<number>`greatest(live_period.to_ms, excluded.to_ms)` }),
      )
      .execute()
  }

  async periods(meetingId: string): Promise<Period[]> {
    const rows = await this.db
      .selectFrom('live_period')
      .selectAll()
      .where('meeting_id', '=', meetingId)
      .execute()
    return rows.map(row => ({ kind: row.kind as PeriodKind, fromMs: row.from_ms, toMs: row.to_ms }))
  }
}
