import type { Role } from '@livetap/contract/wire/actions'
import { type Kysely, sql } from 'kysely'
import { databaseNow } from '../../../platform/db/database-time'
import type { DB } from '../../../platform/db/schema'

export interface ListedAccount {
  email: string
  role: Role
  createdAt: Date
  /** Of the sessions that are still kept. */
  lastSignIn: Date | null
  disabledAt: Date | null
}

export interface ListedSession {
  id: string
  email: string
  startedAt: Date
  /** When it last got a token. */
  lastSeen: Date | null
  expiresAt: Date
}

/** What `npm run user` lists. */
export interface AccountReport {
  accounts(): Promise<ListedAccount[]>
  /** Those that go on, the newest first. */
  sessions(): Promise<ListedSession[]>
}

export function createAccountReport(db: Kysely<DB>): AccountReport {
  return {
    accounts: () =>
      db
        .selectFrom('account')
        .select(['email', 'role', 'created_at as createdAt', 'disabled_at as disabledAt'])
        .select(accounts =>
          accounts
            .selectFrom('sign_on_session as session')
            .whereRef('session.account_id', '=', 'account.id')
            .select(({ fn }) => fn.max('session.started_at').as('at'))
            .as('lastSignIn'),
        )
        .orderBy('email')
        .execute(),
    sessions: () =>
      db
        .selectFrom('sign_on_session as session')
        .innerJoin('account', 'account.id', 'session.account_id')
        .select([
          'session.id as id',
          'account.email as email',
          'session.started_at as startedAt',
          'session.expires_at as expiresAt',
        ])
        .select(
          sql<Date | null>`(select to_timestamp(max((payload ->> 'iat')::bigint)) from oidc_payload
            where oidc_payload.grant_id = session.id)`.as('lastSeen'),
        )
        .where('session.ended_at', 'is', null)
        .where('session.expires_at', '>', databaseNow)
        .where('account.disabled_at', 'is', null)
        .orderBy('session.started_at', 'desc')
        .execute(),
  }
}
