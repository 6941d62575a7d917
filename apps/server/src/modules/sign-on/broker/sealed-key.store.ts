import type { Kysely } from 'kysely'
import type { DB } from '../../../platform/db/schema'

export interface SealedKeyStore {
  find(name: string): Promise<string | undefined>
  /** Keeps what is there: of two nodes that start together one insert wins. */
  insertIfMissing(name: string, sealed: string): Promise<void>
}

export function createSealedKeyStore(db: Kysely<DB>): SealedKeyStore {
  return {
    async find(name) {
      const row = await db
        .selectFrom('sign_on_key')
        .select('sealed')
        .where('name', '=', name)
        .executeTakeFirst()
      return row?.sealed
    },
    async insertIfMissing(name, sealed) {
      await db
        .insertInto('sign_on_key')
        .values({ name, sealed })
        .onConflict(conflict => conflict.column('name').doNothing())
        .execute()
    },
  }
}
