import type { Kysely } from 'kysely'
import { databaseNow, fromDatabaseNow } from '../db/database-time'
import type { DB } from '../db/schema'
import type { RecordUse } from './tickets'

/** An expired ticket is refused without its row, which is kept a little longer than any clock may differ. */
const KEPT_MS = 60_000

/** Uses are recorded in the database, so that a ticket opens one door on one node, once. */
export function usedTickets(kysely: Kysely<DB>): RecordUse {
  return async (id, leftMs) => {
    await kysely.deleteFrom('used_ticket').where('expires_at', '<', databaseNow).execute()
    const { numInsertedOrUpdatedRows } = await kysely
      .insertInto('used_ticket')
      .values({ id, expires_at: fromDatabaseNow(leftMs + KEPT_MS) })
      .onConflict(conflict => conflict.column('id').doNothing())
      .executeTakeFirst()
    return numInsertedOrUpdatedRows === 1n
  }
}
