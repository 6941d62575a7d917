import type { Kysely, Selectable } from 'kysely'
import type { DB } from '../../../platform/db/schema'
import type { SignOnTables } from '../sign-on-tables'

export interface Account {
  id: string
  email: string
  userName: string
  passwordHash: string
  disabled: boolean
}

export interface AccountStore {
  findById(id: string): Promise<Account | undefined>
  findByEmail(email: string): Promise<Account | undefined>
  any(): Promise<boolean>
  oldest(): Promise<Account | undefined>
  /** False when the e-mail address is taken. */
  insert(account: Omit<Account, 'disabled'>): Promise<boolean>
  setPasswordHash(id: string, passwordHash: string): Promise<void>
  disable(id: string): Promise<void>
}

export function createAccountStore(db: Kysely<DB>): AccountStore {
  const one = async (column: 'id' | 'email', value: string) => {
    const row = await db.selectFrom('account').selectAll().where(column, '=', value).executeTakeFirst()
    return row && fromRow(row)
  }
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
    async insert({ id, email, userName, passwordHash }) {
      const result = await db
        .insertInto('account')
        .values({ id, email, user_name: userName, password_hash: passwordHash })
        .onConflict(conflict => conflict.column('email').doNothing())
        .executeTakeFirst()
      return result.numInsertedOrUpdatedRows === 1n
    },
    async setPasswordHash(id, passwordHash) {
      await db
        .updateTable('account')
        .set({ password_hash: passwordHash, disabled_at: null })
        .where('id', '=', id)
        .execute()
    },
    async disable(id) {
      await db.updateTable('account').set({ disabled_at: new Date() }).where('id', '=', id).execute()
    },
  }
}

const fromRow = (row: Selectable<SignOnTables['account']>): Account => ({
  id: row.id,
  email: row.email,
  userName: row.user_name,
  passwordHash: row.password_hash,
  disabled: row.disabled_at !== null,
})
