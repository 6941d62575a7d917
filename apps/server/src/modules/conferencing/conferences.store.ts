import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely'
import type { DB } from '../../platform/db/schema'
import { Store } from '../../platform/db/store'
import { type Viewer, visibleMeetings } from '../access'
import type { ConferenceFilter, NewSeries, StoredConference } from './conference'
import type { ConferencingTables } from './conferencing-tables'

type Condition = RawBuilder<unknown>
type Series = Selectable<ConferencingTables['conference_series']>

const all = (conditions: readonly Condition[]) => sql.join([...conditions], sql` and `)
const positionOf = (moment: Condition) =>
  sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

const held = sql`
  select conference_id as id, series, number, title, 'meeting' as type,
         case when status = 'CallStarted' then 'inProgress' else 'ended' end as state,
         started_at as start,
         case when status = 'CallStarted' then null
              else coalesce(ended_at, started_at + duration_ms * interval '1 millisecond', started_at) end as "end",
         sip_address, host_user_id, host_email, site_name, ${positionOf(sql`started_at`)} as position
  from meeting`

const scheduled = sql`
  select id, id as series, number, title, 'meetingSeries' as type,
         case when end_at < now() then 'expired' else 'active' end as state,
         start_at as start, end_at as "end",
         '' as sip_address, host_user_id, host_email, site_name, ${positionOf(sql`start_at`)} as position
  from conference_series`

const notOpened = sql`not exists (select from meeting where meeting.series = conference_series.id)`

/** Conferences: those that were held are meetings, those that were scheduled are series. */
export class ConferencesStore extends Store {
  /** Newest first. */
  async list(viewer: Viewer, filter: ConferenceFilter): Promise<StoredConference[]> {
    const parts = [
      ...(wantsHeld(filter)
        ? [sql`(${held} where ${all([visibleMeetings(viewer), ...heldConditions(filter)])})`]
        : []),
      ...(wantsScheduled(filter) ? [sql`(${scheduled} where ${all(scheduledConditions(filter))})`] : []),
    ]
    if (parts.length === 0) return []
    const { rows } = await sql<StoredConference>`
      select * from (${sql.join(parts, sql` union all `)}) as conference
      order by start desc, id desc limit ${filter.limit}`.execute(this.db)
    return rows
  }

  /** By its own id, or the id of a series: what was scheduled, else its newest meeting. */
  async find(viewer: Viewer, id: string): Promise<StoredConference | undefined> {
    const isVisible = visibleMeetings(viewer)
    // What is scheduled is its host's; operators see everyone's, as they see the meetings.
    const seesAll = viewer.role === 'admin' || viewer.role === 'operator'
    const { rows } = await sql<StoredConference>`
      select * from (
        (select 1 as rank, * from (${held} where ${isVisible} and conference_id = ${id} order by started_at desc limit 1) as own)
        union all
        (select 2 as rank, * from (${scheduled} where id = ${id} and (${seesAll} or host_user_id = ${viewer.userId})) as series)
        union all
        (select 3 as rank, * from (${held} where ${isVisible} and series = ${id} order by started_at desc limit 1) as newest)
      ) as conference order by rank limit 1`.execute(this.db)
    return rows[0]
  }

  async schedule(series: NewSeries): Promise<string> {
    const insert = (db: Kysely<DB>) =>
      db
        .insertInto('conference_series')
        .values({
          title: series.title,
          host_user_id: series.hostUserId,
          host_email: series.hostEmail,
          site_id: series.siteId,
          site_name: series.siteName,
          start_at: series.start,
          end_at: series.end,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    const { id } = await this.withEntry(insert, ({ id }) => ({ target: id, fields: { title: series.title } }))
    return id
  }

  async findSeries(id: string): Promise<Series | undefined> {
    return await this.db.selectFrom('conference_series').selectAll().where('id', '=', id).executeTakeFirst()
  }

  async remove(seriesId: string): Promise<void> {
    await this.withEntry(
      db => db.deleteFrom('conference_series').where('id', '=', seriesId).execute(),
      () => ({}),
    )
  }

  async runningOf(seriesId: string): Promise<string | undefined> {
    const row = await this.db
      .selectFrom('meeting')
      .select('id')
      .where('series', '=', seriesId)
      .where('status', '=', 'CallStarted')
      .executeTakeFirst()
    return row?.id
  }
}

const wantsHeld = ({ type, state }: ConferenceFilter) =>
  (type ?? 'meeting') === 'meeting' && [undefined, 'inProgress', 'ended'].includes(state)

const wantsScheduled = ({ type, state }: ConferenceFilter) =>
  (type ?? 'meetingSeries') === 'meetingSeries' && [undefined, 'active', 'expired'].includes(state)

function heldConditions(filter: ConferenceFilter): Condition[] {
  const conditions = [sql`host_user_id = ${filter.hostUserId}`]
  if (filter.state === 'inProgress') conditions.push(sql`status = 'CallStarted'`)
  if (filter.state === 'ended') conditions.push(sql`status <> 'CallStarted'`)
  if (filter.series) conditions.push(sql`series = ${filter.series}`)
  return [...conditions, ...common(filter, sql`started_at`, sql`conference_id`)]
}

function scheduledConditions(filter: ConferenceFilter): Condition[] {
  const conditions = [sql`host_user_id = ${filter.hostUserId}`]
  if (filter.state === 'active') conditions.push(sql`end_at >= now()`)
  if (filter.state === 'expired') conditions.push(sql`end_at < now()`)
  if (filter.series) conditions.push(sql`id = ${filter.series}`)
  // Asked for everything, a series that was opened is there as the meetings that were held.
  if (filter.type === undefined) conditions.push(notOpened)
  return [...conditions, ...common(filter, sql`start_at`, sql`id`)]
}

function common({ number, from, to, after }: ConferenceFilter, start: Condition, id: Condition): Condition[] {
  return [
    ...(number ? [sql`number = ${number}`] : []),
    ...(from ? [sql`${start} >= ${from}`] : []),
    ...(to ? [sql`${start} < ${to}`] : []),
    ...(after ? [sql`(${start}, ${id}) < (${after.position}::timestamptz, ${after.id})`] : []),
  ]
}
