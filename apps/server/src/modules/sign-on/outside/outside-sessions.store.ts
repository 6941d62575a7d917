import { databaseNow, fromDatabaseNow } from '../../../platform/db/database-time'
import { Store } from '../../../platform/db/store'
import type { Principal } from '../../../platform/principal'

const KEPT_MS = 24 * 60 * 60_000

/** Who signed in at an outside provider, for doors that know the session and hold no token. */
export class OutsideSessionsStore extends Store {
  async keep({ sessionId, userId, userName, emails, role, tokenExpiresAt }: Principal): Promise<void> {
    const expiresInMs = Math.max(0, tokenExpiresAt - Date.now())
    const row = {
      user_id: userId,
      user_name: userName,
      emails,
      role,
      expires_at: fromDatabaseNow(expiresInMs + KEPT_MS),
    }
    await this.db
      .insertInto('outside_session')
      .values({ id: sessionId, ...row })
      .onConflict(conflict => conflict.column('id').doUpdateSet(row))
      .execute()
  }

  async find(sessionId: string): Promise<Principal | undefined> {
    const row = await this.db
      .selectFrom('outside_session')
      .selectAll()
      .where('id', '=', sessionId)
      .where('expires_at', '>', databaseNow)
      .executeTakeFirst()
    if (!row) return undefined
    const { user_id, user_name, emails, role, expires_at } = row
    return {
      kind: 'account',
      userId: user_id,
      userName: user_name,
      emails,
      role,
      sessionId,
      tokenExpiresAt: expires_at.getTime(),
    }
  }

  async removeOld(): Promise<void> {
    await this.db.deleteFrom('outside_session').where('expires_at', '<=', databaseNow).execute()
  }
}
