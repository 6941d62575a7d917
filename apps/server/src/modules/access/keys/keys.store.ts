import type { Action, Role } from '@livetap/contract'
import { type Selectable, sql } from 'kysely'
import { databaseNow } from '../../../platform/db/database-time'
import { Store } from '../../../platform/db/store'
import { AccessChangesStore } from '../access-changes.store'
import type { AccessTables } from '../access-tables'
import { changeOf } from '../access-watch'

export type KeyRow = Selectable<AccessTables['api_key']> & { team_name: string | null }

/** A key that opens something now, with the role that its user has now. */
export interface LiveKey {
  id: string
  userId: string
  userName: string
  email: string
  role: Role
  actions: Action[]
  teamId: string | null
}

export interface NewKeyRow {
  userId: string
  userName: string
  email: string
  role: Role
  name: string
  prefix: string
  keyHash: string
  actions: readonly Action[]
  teamId: string | undefined
  expiresAt: Date | undefined
}

/** How old the time of the last use may be: a key that is used often is not written at every call. */
const USED_MS = 60_000

/** Keys of programs, by their hash. */
export class KeysStore extends Store {
  async list(userId: string): Promise<KeyRow[]> {
    return await this.#keys()
      .where('user_id', '=', userId)
      .where('revoked_at', 'is', null)
      .orderBy('api_key.created_at', 'desc')
      .execute()
  }

  async count(userId: string): Promise<number> {
    const { count } = await this.db
      .selectFrom('api_key')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('user_id', '=', userId)
      .where('revoked_at', 'is', null)
      .executeTakeFirstOrThrow()
    return count
  }

  async add(key: NewKeyRow): Promise<KeyRow> {
    const { id } = await this.db
      .insertInto('api_key')
      .values({
        user_id: key.userId,
        user_name: key.userName,
        email: key.email,
        role: key.role,
        name: key.name,
        prefix: key.prefix,
        key_hash: key.keyHash,
        actions: [...key.actions],
        team_id: key.teamId ?? null,
        expires_at: key.expiresAt ?? null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return await this.#keys().where('api_key.id', '=', id).executeTakeFirstOrThrow()
  }

  async revoke(userId: string, id: string): Promise<boolean> {
    return await this.atomically(async db => {
      const { numUpdatedRows } = await db
        .updateTable('api_key')
        .set({ revoked_at: databaseNow })
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .where('revoked_at', 'is', null)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) return false
      await new AccessChangesStore(db).add(changeOf.user(userId))
      return true
    })
  }

  /** Nothing for one that is revoked or expired, or whose account is disabled. */
  async findLive(by: { keyHash: string } | { id: string }): Promise<LiveKey | undefined> {
    const condition = 'id' in by ? sql`api_key.id::text = ${by.id}` : sql`api_key.key_hash = ${by.keyHash}`
    const { rows } = await sql<LiveKey & { isUsedLongAgo: boolean }>`
      select api_key.id, api_key.user_id as "userId", api_key.user_name as "userName", api_key.email,
        coalesce(account.role, api_key.role) as role, api_key.actions, api_key.team_id as "teamId",
        coalesce(api_key.last_used_at < now() - ${USED_MS} * interval '1 millisecond', true) as "isUsedLongAgo"
      from api_key left join account on account.id::text = api_key.user_id
      where ${condition} and api_key.revoked_at is null
        and (api_key.expires_at is null or api_key.expires_at > now())
        and account.disabled_at is null`.execute(this.db)
    const found = rows[0]
    if (!found) return undefined
    const { isUsedLongAgo, ...key } = found
    if (isUsedLongAgo && 'keyHash' in by) await this.#used(key.id)
    return key
  }

  async #used(id: string): Promise<void> {
    await this.db.updateTable('api_key').set({ last_used_at: databaseNow }).where('id', '=', id).execute()
  }

  #keys() {
    return this.db
      .selectFrom('api_key')
      .leftJoin('team', 'team.id', 'api_key.team_id')
      .selectAll('api_key')
      .select('team.name as team_name')
  }
}
