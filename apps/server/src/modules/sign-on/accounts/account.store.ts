import type { Role } from '@livetap/contract'
import { type Kysely, type Selectable, sql } from 'kysely'
import { changeWithEntry } from '../../../platform/audit/audited-call'
import type { DB } from '../../../platform/db/schema'
import { NO_PASSWORD_HASH } from '../../../platform/password/password-hash'
import { AccountChangesStore } from '../management/account-changes.store'
import type { SignOnTables } from '../sign-on-tables'

export interface Account {
  id: string
  email: string
  userName: string
  passwordHash: string
  role: Role
  disabled: boolean
}

export interface AccountStore {
  findById(id: string): Promise<Account | undefined>
  findByEmail(email: string): Promise<Account | undefined>
  any(): Promise<boolean>
  oldest(): Promise<Account | undefined>
  /** False when the e-mail address is taken. The first of all is an admin. */
  insert(account: Omit<Account, 'disabled' | 'role'> & { role?: Role }): Promise<boolean>
  setPasswordHash(id: string, passwordHash: string): Promise<void>
  /** False where it would leave no admin. */
  disable(id: string): Promise<boolean>
  /** False where it would leave no admin. */
  setRole(id: string, role: Role): Promise<boolean>
  /** Where no one is an admin, the oldest account that is not disabled becomes one. */
  ensureAdmin(): Promise<void>
}

export function createAccountStore(db: Kysely<DB>): AccountStore {
  const one = async (column: 'id' | 'email', value: string) => {
    const row = await db.selectFrom('account').selectAll().where(column, '=', value).executeTakeFirst()
    return row && fromRow(row)
  }
  const changes = new AccountChangesStore(db)
  return {
    findById: id => one('id', id),
    findByEmail: email => one('email', email),
    async any() {
      return (await db.selectFrom('account').select('id').limit(1).executeTakeFirst()) !== undefined
    },
    async oldest() {
      const row = await db
        .selectFrom('account')
        .selectAll()
        .orderBy('created_at')
        .orderBy('id')
        .limit(1)
        .executeTakeFirst()
      return row && fromRow(row)
    },
    async insert({ id, email, userName, passwordHash, role = 'operator' }) {
      const inserted = async (tx: Kysely<DB>) => {
        const result = await tx
          .insertInto('account')
          .values({
            id,
            email,
            user_name: userName,
            password_hash: passwordHash,
            role: sql<Role>`case when exists (select from account) then ${role} else 'admin' end`,
          })
          .onConflict(conflict => conflict.column('email').doNothing())
          .executeTakeFirst()
        return result.numInsertedOrUpdatedRows === 1n
      }
      return await changeWithEntry(db, inserted, isNew =>
        isNew ? { target: id, fields: { email } } : undefined,
      )
    },
    async setPasswordHash(id, passwordHash) {
      const update = async (tx: Kysely<DB>) => {
        // A link that was given before opens nothing any more.
        await tx
          .deleteFrom('account_link')
          .where('account_id', '=', id)
          .where('used_at', 'is', null)
          .execute()
        return await tx
          .updateTable('account')
          .set({ password_hash: passwordHash, disabled_at: null })
          .where('id', '=', id)
          .returning('email')
          .executeTakeFirst()
      }
      await changeWithEntry(db, update, noteOf(id))
    },
    disable: async id => (await changes.change(id, { disabled: true })) === 'changed',
    setRole: async (id, role) => (await changes.change(id, { role })) === 'changed',
    async ensureAdmin() {
      await sql`
        update account set role = 'admin'
        where not exists (select from account
            where role = 'admin' and disabled_at is null and password_hash <> ${NO_PASSWORD_HASH})
          and id = (select id from account where disabled_at is null and password_hash <> ${NO_PASSWORD_HASH}
            order by created_at, id limit 1)`.execute(db)
    },
  }
}

const noteOf = (target: string) => (row: { email: string } | undefined) =>
  row && { target, fields: { email: row.email } }

const fromRow = (row: Selectable<SignOnTables['account']>): Account => ({
  id: row.id,
  email: row.email,
  userName: row.user_name,
  passwordHash: row.password_hash,
  role: row.role,
  disabled: row.disabled_at !== null,
})
