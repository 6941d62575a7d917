import { type Kysely, sql, type Transaction } from 'kysely'
import { databaseNow, fromDatabaseNow } from '../../../platform/db/database-time'
import type { DB } from '../../../platform/db/schema'
import { hashId } from '../broker/oidc-payload.store'
import type { SessionEndReason } from '../sign-on-tables'

export interface SessionEnded {
  sessionId: string
  accountId: string
  reason: SessionEndReason
}

export interface LiveSession {
  accountId: string
  email: string
  userName: string
}

export interface SessionStore {
  start(session: { id: string; accountId: string; browserSession: string; lifetimeMs: number }): Promise<void>
  /** One primary-key read; nothing for a session that ended, ran out, or whose account is disabled. */
  findLive(sessionId: string): Promise<LiveSession | undefined>
  /** Ends one grant's session and leaves the browser's own session alone. */
  endOne(sessionId: string, reason: SessionEndReason): Promise<SessionEnded[]>
  /** Ends the session, every other one of the same browser, and the browser's own. */
  endWithBrowser(sessionId: string, reason: SessionEndReason): Promise<SessionEnded[]>
  endBrowser(browserSession: string, reason: SessionEndReason): Promise<SessionEnded[]>
  endAccount(accountId: string, reason: SessionEndReason): Promise<SessionEnded[]>
  /** Those that ran out, and those of a disabled account that the disabling process did not get to. */
  endOverdue(): Promise<SessionEnded[]>
  /** Those that ended within so many milliseconds before now, by the database's clock. */
  endedWithin(ms: number): Promise<SessionEnded[]>
  removeLongEnded(): Promise<void>
}

/** Every server listens here: a session ended by another process ends this one's sockets too. */
export const SESSION_ENDED_CHANNEL = 'livetap_session_ended'

const KEPT_AFTER_END_MS = 90 * 24 * 60 * 60_000

type Tx = Transaction<DB>

export function createSessionStore(db: Kysely<DB>, origin: string): SessionStore {
  const transaction = <T>(work: (tx: Tx) => Promise<T>) => db.transaction().execute(work)

  return {
    async start({ id, accountId, browserSession, lifetimeMs }) {
      await db
        .insertInto('sign_on_session')
        .values({
          id,
          account_id: accountId,
          browser_session: browserSession,
          expires_at: fromDatabaseNow(lifetimeMs),
        })
        .execute()
    },
    findLive: id =>
      db
        .selectFrom('sign_on_session as session')
        .innerJoin('account', 'account.id', 'session.account_id')
        .select(['account.id as accountId', 'account.email as email', 'account.user_name as userName'])
        .where('session.id', '=', id)
        .where('session.ended_at', 'is', null)
        .where('session.expires_at', '>', databaseNow)
        .where('account.disabled_at', 'is', null)
        .executeTakeFirst(),
    endOne: (id, reason) => transaction(tx => end(tx, reason, { column: 'id', value: id })),
    endWithBrowser: (id, reason) =>
      transaction(async tx => {
        const session = await tx
          .selectFrom('sign_on_session')
          .select('browser_session')
          .where('id', '=', id)
          .executeTakeFirst()
        return session ? endBrowserIn(tx, session.browser_session, reason) : []
      }),
    endBrowser: (browserSession, reason) => transaction(tx => endBrowserIn(tx, browserSession, reason)),
    endAccount: (accountId, reason) =>
      transaction(async tx => {
        await tx.deleteFrom('oidc_payload').where('account_id', '=', accountId).execute()
        return end(tx, reason, { column: 'account_id', value: accountId })
      }),
    endOverdue: () =>
      transaction(async tx => {
        const rows = await tx
          .selectFrom('sign_on_session as session')
          .innerJoin('account', 'account.id', 'session.account_id')
          .select(['session.id', 'account.disabled_at'])
          .where('session.ended_at', 'is', null)
          .where(where =>
            where.or([
              where('session.expires_at', '<=', databaseNow),
              where('account.disabled_at', 'is not', null),
            ]),
          )
          .limit(500)
          .execute()
        const ended: SessionEnded[] = []
        for (const { id, disabled_at } of rows)
          ended.push(
            ...(await end(tx, disabled_at ? 'account-disabled' : 'expired', { column: 'id', value: id })),
          )
        return ended
      }),
    async endedWithin(ms) {
      const rows = await db
        .selectFrom('sign_on_session')
        .select(['id', 'account_id', 'end_reason'])
        .where('ended_at', '>=', fromDatabaseNow(-ms))
        .execute()
      return rows.map(row => ({ sessionId: row.id, accountId: row.account_id, reason: row.end_reason! }))
    },
    async removeLongEnded() {
      await db
        .deleteFrom('sign_on_session')
        .where('ended_at', '<', fromDatabaseNow(-KEPT_AFTER_END_MS))
        .execute()
    },
  }

  async function endBrowserIn(tx: Tx, browserSession: string, reason: SessionEndReason) {
    await tx
      .deleteFrom('oidc_payload')
      .where('model', '=', 'Session')
      .where('uid', '=', browserSession)
      .execute()
    return end(tx, reason, { column: 'browser_session', value: browserSession })
  }

  async function end(
    tx: Tx,
    reason: SessionEndReason,
    by: { column: 'id' | 'account_id' | 'browser_session'; value: string },
  ): Promise<SessionEnded[]> {
    const rows = await tx
      .updateTable('sign_on_session')
      .set({ ended_at: databaseNow, end_reason: reason })
      .where(by.column, '=', by.value)
      .where('ended_at', 'is', null)
      .returning(['id', 'account_id'])
      .execute()
    if (rows.length === 0) return []
    const grantIds = rows.map(row => row.id)
    await tx.deleteFrom('oidc_payload').where('grant_id', 'in', grantIds).execute()
    await tx
      .deleteFrom('oidc_payload')
      .where('model', '=', 'Grant')
      .where('id_hash', 'in', grantIds.map(hashId))
      .execute()
    const ended = rows.map(row => ({ sessionId: row.id, accountId: row.account_id, reason }))
    for (const one of ended) {
      await sql`select pg_notify(${SESSION_ENDED_CHANNEL}, ${JSON.stringify({ ...one, origin })})`.execute(tx)
    }
    return ended
  }
}
