import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { DB } from '../../platform/db/schema'
import { Store } from '../../platform/db/store'
import type { Relation, Standing } from './policy'
import type { Viewer } from './visible-meetings.store'

export type MeetingRow = Selectable<DB['meeting']>

/** What a row of `meeting` does not say itself of how a principal stands to it, and with whom it is shared. */
export interface StandingFacts {
  /** The most that a share gives the principal. */
  grants: 'view' | 'edit' | null
  /** Shares with accounts and teams, those of them that are the principal’s, and links. */
  shares: number
  mine: number
  links: number
  ofTeam: boolean
  /** Hosted it, or spoke in it. */
  attended: boolean
}

/** A meeting as it was read, with how its reader stands to it. */
export interface StoodMeeting {
  row: MeetingRow
  standing: Standing
}

const lowered = ({ emails }: Viewer) => emails.map(email => email.toLowerCase())

/**
 * `StandingFacts` as one more column of a query of one meeting: by a function of the database, whose plan is kept by its
 * session (migration 0520), where a subquery would be planned with every opening.
 */
const factsOfOne = (viewer: Viewer): RawBuilder<StandingFacts> =>
  sql<StandingFacts>`(select facts from ${standings(sql`array[meeting.id]`, viewer)})`

/** The same for a list, as a table to join: `of_meeting` and `facts`, of the meetings with these ids. */
export const standings = (ids: RawBuilder<unknown>, viewer: Viewer): RawBuilder<unknown> =>
  sql`meeting_standings(${ids}, ${viewer.userId}, ${lowered(viewer)}::text[])`

export function standingOf(viewer: Viewer, row: MeetingRow, facts: StandingFacts): Standing {
  return {
    relation: relationOf(viewer, row, facts),
    restricted: row.restricted,
    teamId: row.team_id,
  }
}

/** How principals stand to meetings. */
export class StandingsStore extends Store {
  /** Of a deleted meeting by what is kept of it. */
  async of(viewer: Viewer, meetingId: string): Promise<Standing> {
    const found = await this.meetingOf(viewer, meetingId)
    return found?.standing ?? (await this.ofDeleted(viewer.userId, meetingId))
  }

  /** One read, by primary keys; nothing where it is not there. */
  async meetingOf(viewer: Viewer, meetingId: string): Promise<StoodMeeting | undefined> {
    const found = await this.db
      .selectFrom('meeting')
      .selectAll('meeting')
      .select(factsOfOne(viewer).as('facts'))
      .where('meeting.id', '=', meetingId)
      .executeTakeFirst()
    if (!found) return undefined
    const { facts, ...row } = found
    return { row, standing: standingOf(viewer, row, facts) }
  }

  async ofDeleted(userId: string, meetingId: string): Promise<Standing> {
    const row = await this.db
      .selectFrom('deleted_meeting')
      .select(['owner_user_id', 'restricted'])
      .where('id', '=', meetingId)
      .executeTakeFirst()
    const relation = row?.owner_user_id === userId ? 'owner' : row?.restricted ? 'restricted' : 'absent'
    return { relation, restricted: row?.restricted ?? false, teamId: null }
  }

  /** The meeting that a shard was cut from. */
  async meetingOfShard(shardId: string): Promise<string | undefined> {
    const row = await this.db
      .selectFrom('shard')
      .select('meeting_id')
      .where('id', '=', shardId)
      .executeTakeFirst()
    return row?.meeting_id
  }
}

/** The nearest that applies; what a restriction leaves comes first. */
function relationOf(viewer: Viewer, row: MeetingRow, facts: StandingFacts): Relation {
  if (isOwner(viewer, row)) return 'owner'
  if (facts.grants === 'edit') return 'editor'
  if (row.restricted) return facts.grants === 'view' ? 'reader' : 'restricted'
  if (facts.ofTeam) return 'team'
  if (facts.attended) return 'attendee'
  if (facts.grants === 'view') return 'reader'
  return row.trainable_shard_percent > 0 ? 'trainable' : 'other'
}

function isOwner(viewer: Viewer, row: MeetingRow): boolean {
  if (row.owner_user_id !== null) return row.owner_user_id === viewer.userId
  if (row.owner_email !== null) return lowered(viewer).includes(row.owner_email)
  return row.host_user_id === viewer.userId
}
