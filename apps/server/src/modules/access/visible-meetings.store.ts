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

const idsOfAttended = ({ userId }: Viewer) =>
  sql`select live_stream.meeting_id from live_stream where live_stream.user_id = ${userId}`

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

/** Those that one has to do with otherwise: hosted, attended, or a team's. Tested row by row. */
const isNear = (viewer: Viewer): Condition => sql<boolean>`(
  meeting.host_user_id = ${viewer.userId}
  or meeting.team_id in (${idsOfTeams(viewer)})
  or meeting.id in (${idsOfAttended(viewer)}))`

/**
 * Both, found by their indexes: few of all meetings. Each part is what one index says and no more, so that a row which was
 * found is not compared with the ids again; what a restriction leaves is asked of restricted rows alone.
 */
const isHeldOrNear = (viewer: Viewer): Condition => sql<boolean>`((
  meeting.host_user_id = ${viewer.userId}
  or meeting.owner_user_id = ${viewer.userId}
  or (meeting.owner_email = any(${lowered(viewer.emails)}::text[]) and meeting.owner_user_id is null)
  or meeting.team_id = any(array(${idsOfTeams(viewer)}))
  or meeting.id = any(${idsOfShares(viewer)})
  or meeting.id = any(array(${idsOfAttended(viewer)}))
) and (not meeting.restricted or ${isHeld(viewer)}))`

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
      return sql<boolean>`(
        (not meeting.restricted and (meeting.trainable_shard_percent > 0 or ${isNear(viewer)}))
        or ${isHeld(viewer)})`
    case 'host':
    case 'viewer':
      return isHeldOrNear(viewer)
  }
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
