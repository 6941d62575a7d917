import { MEETING_LIVE, type MeetingStatus } from '@livetap/contract'
import { sql } from 'kysely'
import { fromDatabaseNow } from '../../platform/db/database-time'
import { Store } from '../../platform/db/store'
import type {
  Meeting,
  MeetingChange,
  MeetingDeletion,
  MeetingSearch,
  NewMeeting,
  RecentMeeting,
} from './meeting'
import { changedColumns, meetingOf, newMeetingRow } from './meeting-row'

const ERASE_BATCH = 100
const searched = ['id', 'number', 'host_email', 'title'] as const
const endOfMeeting = sql`coalesce(ended_at, started_at + coalesce(duration_ms, 0) * interval '1 millisecond')`

export class MeetingsStore extends Store {
  async create(meeting: NewMeeting): Promise<Meeting> {
    const row = await this.db
      .insertInto('meeting')
      .values(newMeetingRow(meeting))
      .returningAll()
      .executeTakeFirstOrThrow()
    return meetingOf(row)
  }

  async find(id: string): Promise<Meeting | undefined> {
    const row = await this.db.selectFrom('meeting').selectAll().where('id', '=', id).executeTakeFirst()
    return row && meetingOf(row)
  }

  /** Newest first, each with the number of speakers in its transcript. */
  async recent(limit: number, search: MeetingSearch = {}): Promise<RecentMeeting[]> {
    const { find, from, to, status, hostUserId } = search
    let query = this.db.selectFrom('meeting')
    if (status) query = query.where('status', '=', status)
    if (hostUserId) query = query.where('host_user_id', '=', hostUserId)
    if (to) query = query.where('started_at', '<=', to)
    // One that runs has no end yet.
    if (from) query = query.where(sql<boolean>`(status = ${MEETING_LIVE} or ${endOfMeeting} >= ${from})`)
    for (const word of find?.split(/\s+/).filter(Boolean) ?? []) {
      const pattern = `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`
      query = query.where(({ eb, or }) =>
        or(searched.map(column => eb(column, column === 'id' ? 'like' : 'ilike', pattern))),
      )
    }
    const rows = await query
      .selectAll()
      .select(
        sql<number>`(select count(distinct speaker)::int from utterance, jsonb_array_elements_text(speaker_ids) speaker
          where meeting_id = meeting.id)`.as('speakers'),
      )
      .orderBy(from || to ? 'started_at' : 'created_at', 'desc')
      .orderBy('id')
      .limit(limit)
      .execute()
    return rows.map(row => ({ meeting: meetingOf(row), speakers: row.speakers }))
  }

  /**
   * Answers the meeting as it is now, or nothing when it is gone or not in one of `onlyIn`: two parties that
   * move a meeting's state cannot both win.
   */
  async change(
    id: string,
    change: MeetingChange,
    onlyIn?: readonly MeetingStatus[],
  ): Promise<Meeting | undefined> {
    let query = this.db
      .updateTable('meeting')
      .set({ ...changedColumns(change), updated_at: sql<Date>`now()` })
      .where('id', '=', id)
    if (onlyIn) query = query.where('status', 'in', onlyIn)
    const row = await query.returningAll().executeTakeFirst()
    return row && meetingOf(row)
  }

  async inStatus(status: MeetingStatus, limit: number): Promise<Meeting[]> {
    const rows = await this.db
      .selectFrom('meeting')
      .selectAll()
      .where('status', '=', status)
      .orderBy('created_at')
      .limit(limit)
      .execute()
    return rows.map(meetingOf)
  }

  /** How many run, are made, and failed within so long, by the database's clock. */
  async counts(failedWithinMs: number): Promise<Record<Exclude<MeetingStatus, 'CallEnded'>, number>> {
    const rows = await this.db
      .selectFrom('meeting')
      .select(['status', sql<number>`count(*)::int`.as('count')])
      .where('status', '<>', 'CallEnded')
      .where(({ eb, or }) =>
        or([eb('status', '<>', 'failed'), eb('updated_at', '>', fromDatabaseNow(-failedWithinMs))]),
      )
      .groupBy('status')
      .execute()
    const counts = Object.fromEntries(rows.map(({ status, count }) => [status, count]))
    return { CallStarted: 0, processing: 0, failed: 0, ...counts }
  }

  /** Ended before `before` and not running in any way. An old recording counts from its upload. */
  async endedBefore(before: Date, limit: number): Promise<string[]> {
    const rows = await this.db
      .selectFrom('meeting')
      .select('id')
      .where('status', 'in', ['CallEnded', 'failed'])
      .where(sql<Date>`greatest(ended_at, created_at)`, '<', before)
      .orderBy('created_at')
      .limit(limit)
      .execute()
    return rows.map(row => row.id)
  }

  /**
   * Deletes the meeting with everything that hangs on it in the database, and keeps what statistics count. Answers
   * it as it was, or nothing when there was no such meeting. The files follow: `withFilesLeft` names it until `filesDeleted`.
   */
  /** The meeting of a conference that runs now. */
  async runningOf(conferenceId: string): Promise<Meeting | undefined> {
    const row = await this.db
      .selectFrom('meeting')
      .selectAll()
      .where('conference_id', '=', conferenceId)
      .where('status', '=', MEETING_LIVE)
      .executeTakeFirst()
    return row && meetingOf(row)
  }

  async remove(id: string, deletedBy: string): Promise<Meeting | undefined> {
    return await this.db.transaction().execute(async tx => {
      const row = await tx.deleteFrom('meeting').where('id', '=', id).returningAll().executeTakeFirst()
      if (!row) return undefined
      const { site_name, source, region, started_at, ended_at, duration_ms } = row
      await tx
        .insertInto('deleted_meeting')
        .values({ id, site_name, source, region, started_at, ended_at, duration_ms, deleted_by: deletedBy })
        .execute()
      return meetingOf(row)
    })
  }

  /** When and by whom it was deleted; undefined of a meeting that was not. */
  async deletion(id: string): Promise<MeetingDeletion | undefined> {
    const row = await this.db
      .selectFrom('deleted_meeting')
      .select(['deleted_at', 'deleted_by'])
      .where('id', '=', id)
      .executeTakeFirst()
    return row && { deletedAt: row.deleted_at, deletedBy: row.deleted_by }
  }

  /** Deleted so long ago, by the database's clock, and not yet known to be without files. */
  async withFilesLeft(olderThanMs: number): Promise<string[]> {
    const rows = await this.db
      .selectFrom('deleted_meeting')
      .select('id')
      .where('files_deleted_at', 'is', null)
      .where('deleted_at', '<', fromDatabaseNow(-olderThanMs))
      .limit(ERASE_BATCH)
      .execute()
    return rows.map(row => row.id)
  }

  async filesDeleted(id: string): Promise<void> {
    await this.db
      .updateTable('deleted_meeting')
      .set({ files_deleted_at: new Date() })
      .where('id', '=', id)
      .execute()
  }
}
