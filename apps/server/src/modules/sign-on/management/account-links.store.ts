import type { Role } from '@livetap/contract'
import { sql } from 'kysely'
import { databaseNow, fromDatabaseNow } from '../../../platform/db/database-time'
import { Store } from '../../../platform/db/store'
import { NO_PASSWORD_HASH } from '../../../platform/password/password-hash'
import { createAccountStore } from '../accounts/account.store'
import type { AccountLinkKind } from '../sign-on-tables'
import { setTeams } from './account-changes.store'

export interface NewLink {
  tokenHash: string
  lifetimeMs: Record<AccountLinkKind, number>
}

export interface NewAccount {
  id: string
  email: string
  role: Role
  teams: readonly { id: string }[]
  /** Absent: it gets one by its link. */
  passwordHash: string | undefined
}

export interface FoundLink {
  accountId: string
  email: string
  kind: AccountLinkKind
  expiresAt: Date
  /** Why it opens nothing, where it does not. */
  refusal: 'used' | 'expired' | 'disabled' | null
}

const KEPT_MS = 90 * 24 * 60 * 60_000

/** One-time links, by the hashes of their tokens. */
export class AccountLinksStore extends Store {
  /** False where the e-mail address is taken. An account without a password is made with the link to its first one. */
  async create(account: NewAccount, link: NewLink): Promise<boolean> {
    return await this.atomically(async tx => {
      const { id, email, role, passwordHash } = account
      const row = { id, email, userName: email, role, passwordHash: passwordHash ?? NO_PASSWORD_HASH }
      if (!(await createAccountStore(tx).insert(row))) return false
      await setTeams(tx, id, account.teams)
      if (passwordHash === undefined) await this.within(tx).#insert(id, 'invitation', link)
      return true
    })
  }

  /** Undefined where there is no such account, `disabled` where it has to be enabled first. Earlier links open nothing any more. */
  async replace(accountId: string, link: NewLink): Promise<'made' | 'disabled' | undefined> {
    return await this.atomically(async tx => {
      const account = await tx
        .selectFrom('account')
        .select(['id', 'email', 'password_hash', 'disabled_at'])
        .where(sql<boolean>`id::text = ${accountId}`)
        .forUpdate()
        .executeTakeFirst()
      if (!account) return undefined
      if (account.disabled_at !== null) return 'disabled'
      const { id, email } = account
      const kind = account.password_hash === NO_PASSWORD_HASH ? 'invitation' : 'reset'
      await tx.deleteFrom('account_link').where('account_id', '=', id).where('used_at', 'is', null).execute()
      await this.within(tx).#insert(id, kind, link)
      await this.audited(tx, { target: id, fields: { email, kind } })
      return 'made'
    })
  }

  async find(tokenHash: string): Promise<FoundLink | undefined> {
    return await this.db
      .selectFrom('account_link as link')
      .innerJoin('account', 'account.id', 'link.account_id')
      .select([
        'link.account_id as accountId',
        'account.email as email',
        'link.kind as kind',
        'link.expires_at as expiresAt',
        sql<FoundLink['refusal']>`case when link.used_at is not null then 'used'
          when link.expires_at <= now() then 'expired'
          when account.disabled_at is not null then 'disabled' end`.as('refusal'),
      ])
      .where('token_hash', '=', tokenHash)
      .executeTakeFirst()
  }

  /** Sets the password, once: of two who use it at the same moment, one does. */
  async use(tokenHash: string, passwordHash: string): Promise<{ id: string; email: string } | undefined> {
    return await this.atomically(async tx => {
      const link = await tx
        .updateTable('account_link')
        .set({ used_at: databaseNow })
        .where('token_hash', '=', tokenHash)
        .where('used_at', 'is', null)
        .where('expires_at', '>', databaseNow)
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('account')
              .select('account.id')
              .whereRef('account.id', '=', 'account_link.account_id')
              .where('account.disabled_at', 'is', null),
          ),
        )
        .returning(['account_id', 'kind'])
        .executeTakeFirst()
      if (!link) return undefined
      const account = await tx
        .updateTable('account')
        .set({ password_hash: passwordHash })
        .where('id', '=', link.account_id)
        .returning(['id', 'email'])
        .executeTakeFirstOrThrow()
      const { id, email } = account
      await this.audited(tx, {
        actor: { id, name: email },
        target: id,
        fields: { email, kind: link.kind },
      })
      return account
    })
  }

  async removeOld(): Promise<void> {
    await this.db.deleteFrom('account_link').where('expires_at', '<', fromDatabaseNow(-KEPT_MS)).execute()
  }

  async #insert(accountId: string, kind: AccountLinkKind, { tokenHash, lifetimeMs }: NewLink): Promise<void> {
    await this.db
      .insertInto('account_link')
      .values({
        account_id: accountId,
        kind,
        token_hash: tokenHash,
        expires_at: fromDatabaseNow(lifetimeMs[kind]),
      })
      .execute()
  }
}
