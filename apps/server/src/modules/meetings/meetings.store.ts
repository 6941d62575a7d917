import { languageOf, MEETING_LIVE, type MeetingStatus, type SpokenCounts } from '@livetap/contract'
import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely'
import { fromDatabaseNow } from '../../platform/db/database-time'
import type { DB } from '../../platform/db/schema'
import { Store } from '../../platform/db/store'
import {
  firstVisible,
  type StandingFacts,
  sharedWith,
  standingOf,
  standings,
  type Viewer,
  visibleMeetings,
} from '../access'
import type {
  ListedMeeting,
  Meeting,
  MeetingChange,
  MeetingDeletion,
  MeetingSearch,
  NewMeeting,
} from './meeting'
import { changedColumns, meetingOf, newMeetingRow } from './meeting-row'

const ERASE_BATCH = 100
const searched = ['id', 'number', 'host_email', 'title'] as const

type FoundRow = Selectable<DB['meeting']> & { facts: StandingFacts }
const endOfMeeting = sql`coalesce(meeting.ended_at,
  meeting.started_at + coalesce(meeting.duration_ms, 0) * interval '1 millisecond')`

/** `en-US` and `en-GB` are one language. */
function mostSpokenFirst(msByCode: Record<string, number>): string[] {
  const ms = new Map<string, number>()
  for (const [code, length] of Object.entries(msByCode))
    ms.set(languageOf(code), (ms.get(languageOf(code)) ?? 0) + length)
  return [...ms].sort((a, b) => b[1] - a[1]).map(([language]) => language)
}

/** From one combination of speakers to the next by their index: an hour has a thousand lines, and a few of these. */
const speakersOfMeeting = sql<number>`(
  with recursive said_by (speaker_ids) as (
    (select speaker_ids from utterance where meeting_id = meeting.id order by speaker_ids limit 1)
    union all
    select (select utterance.speaker_ids from utterance
      where meeting_id = meeting.id and utterance.speaker_ids > said_by.speaker_ids order by utterance.speaker_ids limit 1)
    from said_by where said_by.speaker_ids is not null
  )
  select count(distinct speaker)::int from said_by, jsonb_array_elements_text(said_by.speaker_ids) speaker)`

/** What a list of the newest is narrowed by; undefined: by nothing. */
function whereFound(viewer: Viewer, search: MeetingSearch): RawBuilder<boolean> | undefined {
  const { find, from, to, status, hostUserId, isShared } = search
  const conditions: RawBuilder<boolean>[] = []
  if (status) conditions.push(sql`meeting.status = ${status}`)
  if (hostUserId) conditions.push(sql`meeting.host_user_id = ${hostUserId}`)
  if (isShared) conditions.push(sharedWith(viewer))
  if (to) conditions.push(sql`meeting.started_at <= ${to}`)
  // One that runs has no end yet.
  if (from) conditions.push(sql`(meeting.status = ${MEETING_LIVE} or ${endOfMeeting} >= ${from})`)
  for (const word of find?.split(/\s+/).filter(Boolean) ?? []) {
    const pattern = `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`
    const inColumns = searched.map(column =>
      column === 'id'
        ? sql<boolean>`meeting.id like ${pattern}`
        : sql<boolean>`${sql.ref(`meeting.${column}`)} ilike ${pattern}`,
    )
    conditions.push(sql`(${sql.join(inColumns, sql` or `)})`)
  }
  return conditions.length > 0 ? sql<boolean>`(${sql.join(conditions, sql` and `)})` : undefined
}

export class MeetingsStore extends Store {
  async create(meeting: NewMeeting): Promise<Meeting> {
    const insert = (db: Kysely<DB>) =>
      db.insertInto('meeting').values(newMeetingRow(meeting)).returningAll().executeTakeFirstOrThrow()
    const row = await this.withEntry(insert, ({ id, title }) => ({ target: id, fields: { title } }))
    return meetingOf(row)
  }

  async find(id: string): Promise<Meeting | undefined> {
    const row = await this.db.selectFrom('meeting').selectAll().where('id', '=', id).executeTakeFirst()
    return row && meetingOf(row)
  }

  /** Those that the viewer may know of, newest first. */
  async recent(viewer: Viewer, limit: number, search: MeetingSearch = {}): Promise<ListedMeeting[]> {
    const newestBy = search.from || search.to ? 'started_at' : 'created_at'
    const orderBy = sql`meeting.${sql.ref(newestBy)} desc, meeting.id`
    const { rows } = await sql<FoundRow>`
      with listed as materialized (
        select * from meeting
        where ${firstVisible(viewer, { where: whereFound(viewer, search), orderBy, newestBy, limit })}
        order by ${orderBy} limit ${limit})
      select meeting.*, facts from listed as meeting
      join ${standings(sql`array(select id from listed)`, viewer)} on of_meeting = meeting.id
      order by ${orderBy}`.execute(this.db)
    return rows.map(row => ({
      meeting: meetingOf(row),
      facts: row.facts,
      standing: standingOf(viewer, row, row.facts),
    }))
  }

  /** How many speakers the lines of each of these meetings have. */
  async speakers(ids: readonly string[]): Promise<Map<string, number>> {
    if (ids.length === 0) return new Map()
    const rows = await this.db
      .selectFrom('meeting')
      .select(['id', speakersOfMeeting.as('speakers')])
      .where('id', 'in', ids)
      .execute()
    return new Map(rows.map(({ id, speakers }) => [id, speakers]))
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
    const update = (db: Kysely<DB>) =>
      db
        .updateTable('meeting')
        .set({ ...changedColumns(change), updated_at: sql<Date>`now()` })
        .where('id', '=', id)
        .$if(onlyIn !== undefined, query => query.where('status', 'in', onlyIn!))
        .returningAll()
        .executeTakeFirst()
    const row = await this.withEntry(update, row => row && {})
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

  /** What was said in it, in numbers, by the indexes of a meeting's lines and highlights. A line without a diarized speaker counts as its sources. */
  async spoken(id: string): Promise<SpokenCounts> {
    const { rows } = await sql<{
      speakers: number
      transcripts_count: number
      highlights_count: number
      languages: Record<string, number>
    }>`
      with line as (
        select speaker_ids, csis, language_code, end_ms - start_ms as length_ms
        from utterance where meeting_id = ${id}
      )
      select
        (select count(*)::int from line) as transcripts_count,
        (select count(*)::int from highlight where meeting_id = ${id}) as highlights_count,
        (select count(distinct speaker)::int from (
          select 'speaker ' || jsonb_array_elements_text(speaker_ids) as speaker from line
          union all select 'csi ' || csis::text from line where speaker_ids = '[]' and csis <> '[]'
        ) as heard) as speakers,
        (select coalesce(jsonb_object_agg(language_code, ms), '{}') from (
          select language_code, sum(length_ms) as ms from line where language_code <> '' group by language_code
        ) as spoken) as languages
    `.execute(this.db)
    const { languages, ...counts } = rows[0]!
    return { ...counts, languages: mostSpokenFirst(languages) }
  }

  /** How many that the viewer may know of run, are made, and failed within so long, by the database's clock. */
  async counts(
    viewer: Viewer,
    failedWithinMs: number,
  ): Promise<Record<Exclude<MeetingStatus, 'CallEnded'>, number>> {
    const rows = await this.db
      .selectFrom('meeting')
      .select(['status', sql<number>`count(*)::int`.as('count')])
      .where('status', '<>', 'CallEnded')
      .where(visibleMeetings(viewer))
      .where(({ eb, or }) =>
        or([eb('status', '<>', 'failed'), eb('updated_at', '>', fromDatabaseNow(-failedWithinMs))]),
      )
      .groupBy('status')
      .execute()
    const counts = Object.fromEntries(rows.map(({ status, count }) => [status, count]))
    return { CallStarted: 0, processing: 0, failed: 0, ...counts }
  }

  /** Of the whole installation, by the database's clock. */
  async failedWithin(ms: number): Promise<number> {
    const { count } = await this.db
      .selectFrom('meeting')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('status', '=', 'failed')
      .where('updated_at', '>', fromDatabaseNow(-ms))
      .executeTakeFirstOrThrow()
    return count
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
      const { site_name, source, region, started_at, ended_at, duration_ms, restricted } = row
      const owner_user_id = row.owner_user_id ?? (row.owner_email === null ? row.host_user_id : null)
      await tx
        .insertInto('deleted_meeting')
        .values({
          id,
          site_name,
          source,
          region,
          started_at,
          ended_at,
          duration_ms,
          deleted_by: deletedBy,
          owner_user_id,
          restricted,
        })
        .execute()
      await this.audited(tx, { fields: { title: row.title } })
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
