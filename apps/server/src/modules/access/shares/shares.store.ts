import { type Selectable, sql } from 'kysely'
import { databaseNow } from '../../../platform/db/database-time'
import { Store } from '../../../platform/db/store'
import { AccessChangesStore } from '../access-changes.store'
import type { AccessTables } from '../access-tables'
import { changeOf } from '../access-watch'

export interface NewShareRow {
  meetingId: string
  email?: string
  userId?: string
  teamId?: string
  tokenHash?: string
  grants: 'view' | 'edit'
  passwordHash?: string
  expiresAt?: Date
  fromMs?: number
  toMs?: number
  createdBy: string
}

export type ShareRow = Selectable<AccessTables['meeting_share']> & { team_name: string | null }

export interface Ownership {
  ownerEmail: string
  team: { id: string; name: string } | null
  restricted: boolean
}

export interface OwnershipChange {
  owner?: { userId: string | null; email: string }
  teamId?: string | null
  restricted?: boolean
}

/** With whom meetings are shared, and whose they are. */
export class SharesStore extends Store {
  async list(meetingId: string): Promise<ShareRow[]> {
    return await this.#shares().where('meeting_id', '=', meetingId).orderBy('created_at', 'desc').execute()
  }

  /** Nothing where it is shared with that account or team already. */
  async add(share: NewShareRow): Promise<ShareRow | undefined> {
    const row = await this.db
      .insertInto('meeting_share')
      .values({
        meeting_id: share.meetingId,
        email: share.email ?? null,
        user_id: share.userId ?? null,
        team_id: share.teamId ?? null,
        token_hash: share.tokenHash ?? null,
        grants: share.grants,
        password_hash: share.passwordHash ?? null,
        expires_at: share.expiresAt ?? null,
        from_ms: share.fromMs ?? null,
        to_ms: share.toMs ?? null,
        created_by: share.createdBy,
      })
      .onConflict(conflict => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    return row && (await this.#shares().where('meeting_share.id', '=', row.id).executeTakeFirst())
  }

  async remove(meetingId: string, shareId: string): Promise<boolean> {
    return await this.atomically(async db => {
      const { numDeletedRows } = await db
        .deleteFrom('meeting_share')
        .where('id', '=', shareId)
        .where('meeting_id', '=', meetingId)
        .executeTakeFirst()
      if (numDeletedRows === 0n) return false
      await new AccessChangesStore(db).add(changeOf.meeting(meetingId))
      return true
    })
  }

  /** Whether a link has expired goes by the database's clock. */
  async link(
    by: { tokenHash: string } | { id: string },
  ): Promise<(ShareRow & { isExpired: boolean }) | undefined> {
    const query = this.#shares()
      .select(sql<boolean>`coalesce(expires_at <= ${databaseNow}, false)`.as('isExpired'))
      .where('token_hash', 'is not', null)
    return await ('id' in by
      ? query.where('meeting_share.id', '=', by.id)
      : query.where('token_hash', '=', by.tokenHash)
    ).executeTakeFirst()
  }

  async opened(id: string): Promise<void> {
    await this.db.updateTable('meeting_share').set({ opened_at: databaseNow }).where('id', '=', id).execute()
  }

  async ownership(meetingId: string): Promise<Ownership | undefined> {
    const row = await this.db
      .selectFrom('meeting')
      .leftJoin('team', 'team.id', 'meeting.team_id')
      .select(['host_email', 'owner_email', 'restricted', 'team.id as teamId', 'team.name as teamName'])
      .where('meeting.id', '=', meetingId)
      .executeTakeFirst()
    if (!row) return undefined
    const { teamId, teamName } = row
    return {
      ownerEmail: row.owner_email ?? row.host_email,
      team: teamId !== null && teamName !== null ? { id: teamId, name: teamName } : null,
      restricted: row.restricted,
    }
  }

  async changeOwnership(meetingId: string, change: OwnershipChange): Promise<boolean> {
    const { owner, teamId, restricted } = change
    return await this.atomically(async db => {
      const { numUpdatedRows } = await db
        .updateTable('meeting')
        .set({
          owner_user_id: owner?.userId,
          owner_email: owner?.email,
          team_id: teamId,
          restricted,
          updated_at: sql<Date>`updated_at`,
        })
        .where('id', '=', meetingId)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) return false
      await new AccessChangesStore(db).add(changeOf.meeting(meetingId))
      return true
    })
  }

  /** An account of this installation that is not disabled. */
  async userOf(email: string): Promise<string | undefined> {
    const row = await this.db
      .selectFrom('account')
      .select('id')
      .where('email', '=', email)
      .where('disabled_at', 'is', null)
      .executeTakeFirst()
    return row?.id
  }

  #shares() {
    return this.db
      .selectFrom('meeting_share')
      .leftJoin('team', 'team.id', 'meeting_share.team_id')
      .selectAll('meeting_share')
      .select('team.name as team_name')
  }
}
