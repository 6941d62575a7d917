import { type RawBuilder, sql } from 'kysely'
import type { Principal } from '../../platform/principal'

export type Viewer = Pick<Principal, 'kind' | 'userId' | 'emails' | 'role' | 'teamId'>
type Condition = RawBuilder<boolean>

const lowered = (emails: readonly string[]) => emails.map(email => email.toLowerCase())

/**
 * Ids of meetings that an account or a team of this principal’s was given a share of, as one array: a function of the database,
 * whose plan is kept (migration 0460). The subquery around it makes it run once for a query.
 */
const idsOfShares = ({ userId, emails }: Viewer) =>
  sql`(select shared_meetings(${userId}, ${lowered(emails)}::text[]))::text[]`

const idsOfTeams = ({ userId }: Viewer) =>
  sql`select team_member.team_id from team_member where team_member.user_id = ${userId}`

/** Those that an account or a team of this principal's was given a share of. */
export const sharedWith = (viewer: Viewer): Condition =>
  sql<boolean>`meeting.id = any(${idsOfShares(viewer)})`

/** Those that one owns or was given a share of: what a restriction leaves. Tested row by row. */
const isHeld = (viewer: Viewer): Condition => sql<boolean>`(
  meeting.owner_user_id = ${viewer.userId}
  or (meeting.owner_email = any(${lowered(viewer.emails)}::text[]) and meeting.owner_user_id is null)
  or (meeting.host_user_id = ${viewer.userId} and meeting.owner_user_id is null and meeting.owner_email is null)
  or meeting.id in (select unnest(${idsOfShares(viewer)})))`

/** Those that one hosted: a restriction leaves them unless they are owned by another. */
const isHosted = ({ userId }: Viewer): Condition => sql<boolean>`(meeting.host_user_id = ${userId}
  and (not meeting.restricted or (meeting.owner_user_id is null and meeting.owner_email is null)))`

/**
 * Ids of meetings that one was given a share of, owns, or spoke in, without those that a restriction takes away: as one array,
 * like those of shares (migration 0520).
 */
const idsOfGiven = ({ userId, emails }: Viewer) =>
  sql`(select given_meetings(${userId}, ${lowered(emails)}::text[]))::text[]`

/** The words of the index `meeting_trainable`. */
const isTrainable = sql<boolean>`(meeting.trainable_shard_percent > 0 and not meeting.restricted)`

/**
 * Those that one has to do with: few of all. Each part is what one index says, and a restriction is asked of its rows alone.
 */
const isNear = (viewer: Viewer): Condition => sql<boolean>`(
  ${isHosted(viewer)}
  or (not meeting.restricted and meeting.team_id = any(array(${idsOfTeams(viewer)})))
  or meeting.id = any(${idsOfGiven(viewer)}))`

/** The same, tested row by row. */
const isNearByRow = (viewer: Viewer): Condition => sql<boolean>`(
  ${isHosted(viewer)}
  or (not meeting.restricted and meeting.team_id in (${idsOfTeams(viewer)}))
  or meeting.id in (select unnest(${idsOfGiven(viewer)})))`

/**
 * Which rows of `meeting` this principal may know of: the one condition that every list and every count of meetings
 * has, so that nothing is filtered after a query. It follows `decide`, which a test holds it against.
 */
export function visibleMeetings(viewer: Viewer): Condition {
  if (viewer.kind === 'link') return sql<boolean>`false`
  const visible = ofRole(viewer)
  return viewer.teamId === undefined
    ? visible
    : sql<boolean>`(meeting.team_id = ${viewer.teamId}::uuid and ${visible})`
}

function ofRole(viewer: Viewer): Condition {
  switch (viewer.role) {
    case 'admin':
      return sql<boolean>`true`
    case 'operator':
      return sql<boolean>`(not meeting.restricted or ${isHeld(viewer)})`
    case 'trainer':
      return sql<boolean>`(${isTrainable} or ${isNear(viewer)})`
    case 'host':
    case 'viewer':
      return isNear(viewer)
  }
}

/** The beginning of a list: which rows of `meeting` it leaves of those that the viewer may know of, in its order. */
export interface ListStart {
  /** Undefined: all. */
  where: Condition | undefined
  orderBy: RawBuilder<unknown>
  /** The order is that of the newest by this column. */
  newestBy?: 'created_at' | 'started_at'
  limit: number
}

/**
 * `visibleMeetings` and `where`, for a query in this order with this limit: it may leave out what is behind them. Of few of
 * all meetings, each part is read in the order by its own index and no further than the limit; by the order's own index all
 * others would be read between them. The newest of all are asked for most: a function of the database finds them.
 */
export function firstVisible(viewer: Viewer, { where, orderBy, newestBy, limit }: ListStart): Condition {
  const { kind, role, teamId, userId, emails } = viewer
  const asked = where ?? sql<boolean>`true`
  if (kind === 'link' || teamId !== undefined) return sql<boolean>`(${visibleMeetings(viewer)} and ${asked})`
  // Many of all: found one after the other in the order.
  if (role === 'trainer') return sql<boolean>`((${isTrainable} or ${isNearByRow(viewer)}) and ${asked})`
  if (role !== 'host' && role !== 'viewer') return sql<boolean>`(${visibleMeetings(viewer)} and ${asked})`
  if (!where && newestBy)
    return sql<boolean>`meeting.id = any((select newest_meetings(
      ${userId}, ${lowered(emails)}::text[], ${newestBy === 'started_at'}, ${limit}))::text[])`
  const first = (part: Condition) => sql`(
    select meeting.id from meeting where ${part} and ${asked} order by ${orderBy} limit ${limit})`
  return sql<boolean>`meeting.id = any(array(
    ${first(isHosted(viewer))}
    union all
    (select of_team.id from team_member, lateral
      ${first(sql`(meeting.team_id = team_member.team_id and not meeting.restricted)`)} of_team
      where team_member.user_id = ${userId})
    union all
    ${first(sql`meeting.id = any(${idsOfGiven(viewer)})`)}))`
}

/** The same of rows that name their meeting: those of meetings that this principal may know of. */
export function ofVisibleMeeting(viewer: Viewer, meetingId: RawBuilder<unknown>): Condition {
  if (viewer.role === 'admin' && viewer.kind !== 'link' && viewer.teamId === undefined)
    return sql<boolean>`true`
  // Few are restricted: they are read once, by their own index, and the query keeps the order of its own.
  if (viewer.role === 'operator' && viewer.kind !== 'link' && viewer.teamId === undefined)
    return sql<boolean>`coalesce(${meetingId}, '') <> all (array(
      select id from meeting where restricted and not ${visibleMeetings(viewer)}))`
  return sql<boolean>`exists (select from meeting where meeting.id = ${meetingId} and ${visibleMeetings(viewer)})`
}

/** The same of what is logged, which outlives its meeting and need not be of one. */
export function ofVisibleLog(viewer: Viewer, meetingId: RawBuilder<unknown>): Condition {
  if (viewer.role === 'admin') return sql<boolean>`true`
  return sql<boolean>`(${ofVisibleMeeting(viewer, meetingId)} and not exists (
    select from deleted_meeting as gone
    where gone.id = ${meetingId} and gone.restricted and gone.owner_user_id is distinct from ${viewer.userId}))`
}

/** Meetings whose sound and text may leave the installation as training data: never those that are restricted. */
export const notRestricted = (meetingId: RawBuilder<unknown>): Condition =>
  sql<boolean>`${meetingId} <> all (array(select id from meeting where restricted))`
