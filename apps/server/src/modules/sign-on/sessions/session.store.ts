import type { Role } from '@livetap/contract'
import { type Kysely, sql, type Transaction } from 'kysely'
import { recordChange } from '../../../platform/audit/audited-call'
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
  role: Role
}

export interface NewSession {
  id: string
  accountId: string
  browserSession: string
  lifetimeMs: number
  address?: string
  userAgent?: string
}

export interface OwnSessionRow {
  id: string
  address: string | null
  userAgent: string | null
  startedAt: Date
  lastSeenAt: Date | null
  expiresAt: Date
}

export interface SessionStore {
  start(session: NewSession): Promise<void>
  /** It was renewed, from this address. */
  seen(sessionId: string, address: string | undefined): Promise<void>
  /** An account's that go on, the newest first. */
  listOf(accountId: string): Promise<OwnSessionRow[]>
  /** One primary-key read; nothing for a session that ended, ran out, or whose account is disabled. */
  findLive(sessionId: string): Promise<LiveSession | undefined>
  /** Ends one grant's session and leaves the browser's own session alone. */
  endOne(sessionId: string, reason: SessionEndReason): Promise<SessionEnded[]>
  /** Ends the session, every other one of the same browser, and the browser's own. */
  endWithBrowser(sessionId: string, reason: SessionEndReason): Promise<SessionEnded[]>
  endBrowser(browserSession: string, reason: SessionEndReason): Promise<SessionEnded[]>
  /** Ends one of an account's with its browser's own, so that the browser has to sign in again. */
  endOf(accountId: string, sessionId: string): Promise<SessionEnded[]>
  /** Ends all of an account's but one, in the same way. */
  endOthersOf(accountId: string, keptId: string): Promise<SessionEnded[]>
  endAccount(accountId: string, reason: SessionEndReason): Promise<SessionEnded[]>
  /** Those that ran out, and those of a disabled account that the disabling process did not get to. */
  endOverdue(): Promise<SessionEnded[]>
  /** Those that ended within so many milliseconds before now, by the database's clock. */
  endedWithin(ms: number): Promise<SessionEnded[]>
  removeLongEnded(): Promise<void>
}

const KEPT_AFTER_END_MS = 90 * 24 * 60 * 60_000

const MAX_USER_AGENT = 400
const MAX_LISTED = 200

/** A principal's id is a text, and no account's where it is another's. */
const ofAccount = (accountId: string) => sql<boolean>`sign_on_session.account_id::text = ${accountId}`

type Tx = Transaction<DB>

export function createSessionStore(db: Kysely<DB>): SessionStore {
  const transaction = <T>(work: (tx: Tx) => Promise<T>) => db.transaction().execute(work)

  return {
    async start({ id, accountId, browserSession, lifetimeMs, address, userAgent }) {
      await db
        .insertInto('sign_on_session')
        .values({
          id,
          account_id: accountId,
          browser_session: browserSession,
          expires_at: fromDatabaseNow(lifetimeMs),
          address: address ?? null,
          user_agent: userAgent?.slice(0, MAX_USER_AGENT) ?? null,
          last_seen_at: databaseNow,
        })
        .execute()
    },
    async seen(sessionId, address) {
      await db
        .updateTable('sign_on_session')
        .set({ last_seen_at: databaseNow, address })
        .where('id', '=', sessionId)
        .execute()
    },
    listOf: accountId =>
      db
        .selectFrom('sign_on_session')
        .select([
          'id',
          'address',
          'user_agent as userAgent',
          'started_at as startedAt',
          'last_seen_at as lastSeenAt',
          'expires_at as expiresAt',
        ])
        .where(ofAccount(accountId))
        .where('ended_at', 'is', null)
        .where('expires_at', '>', databaseNow)
        .orderBy('started_at', 'desc')
        .limit(MAX_LISTED)
        .execute(),
    findLive: id =>
      db
        .selectFrom('sign_on_session as session')
        .innerJoin('account', 'account.id', 'session.account_id')
        .select([
          'account.id as accountId',
          'account.email as email',
          'account.user_name as userName',
          'account.role as role',
        ])
        .where('session.id', '=', id)
        .where('session.ended_at', 'is', null)
        .where('session.expires_at', '>', databaseNow)
        .where('account.disabled_at', 'is', null)
        .executeTakeFirst(),
    endOne: (id, reason) => transaction(tx => end(tx, reason, { column: 'id', value: id })),
    endWithBrowser: (id, reason) =>
      transaction(async tx => {
        const session = await tx
          .selectFrom('sign_on_session as session')
          .innerJoin('account', 'account.id', 'session.account_id')
          .select(['session.browser_session', 'account.id as account_id', 'account.user_name'])
          .where('session.id', '=', id)
          .executeTakeFirst()
        if (!session) return []
        const { account_id: target, user_name: name } = session
        await recordChange(tx, { actor: { id: target, name }, target })
        return endBrowserIn(tx, session.browser_session, reason)
      }),
    endBrowser: (browserSession, reason) => transaction(tx => endBrowserIn(tx, browserSession, reason)),
    endOf: (accountId, sessionId) =>
      transaction(async tx => {
        const found = await tx
          .selectFrom('sign_on_session')
          .select('browser_session')
          .where(ofAccount(accountId))
          .where('id', '=', sessionId)
          .where('ended_at', 'is', null)
          .executeTakeFirst()
        if (!found) return []
        await recordChange(tx, { target: sessionId })
        return await endBrowserIn(tx, found.browser_session, 'revoked')
      }),
    endOthersOf: (accountId, keptId) =>
      transaction(async tx => {
        const others = await tx
          .selectFrom('sign_on_session')
          .select('browser_session')
          .distinct()
          .where(ofAccount(accountId))
          .where('ended_at', 'is', null)
          .where(({ not, exists, selectFrom }) =>
            not(
              exists(
                selectFrom('sign_on_session as kept')
                  .select('kept.id')
                  .where('kept.id', '=', keptId)
                  .whereRef('kept.browser_session', '=', 'sign_on_session.browser_session'),
              ),
            ),
          )
          .execute()
        await recordChange(tx, { target: accountId, fields: { sessions: others.length } })
        const ended: SessionEnded[] = []
        for (const { browser_session } of others)
          ended.push(...(await endBrowserIn(tx, browser_session, 'revoked')))
        return ended
      }),
    endAccount: (accountId, reason) =>
      transaction(async tx => {
        const account = await tx
          .selectFrom('account')
          .select('email')
          .where('id', '=', accountId)
          .executeTakeFirst()
        await recordChange(tx, { target: accountId, fields: { email: account?.email } })
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
    return rows.map(row => ({ sessionId: row.id, accountId: row.account_id, reason }))
  }
}
