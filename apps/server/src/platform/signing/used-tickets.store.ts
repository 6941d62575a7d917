import type { Kysely } from 'kysely'
import type { DB } from '../db/schema'
import type { RecordUse } from './tickets'

/** Uses are recorded in the database, so that a ticket opens one door on one node, once. */
export function usedTickets(kysely: Kysely<DB>): RecordUse {
  return async (id, expiresAt) => {
    // An expired ticket is refused by its date: its row is no longer needed.
    await kysely
      .deleteFrom('used_ticket')
      .where('expires_at', '<', new Date(Date.now() - 60_000))
      .execute()
    const { numInsertedOrUpdatedRows } = await kysely
      .insertInto('used_ticket')
      .values({ id, expires_at: expiresAt })
      .onConflict(conflict => conflict.column('id').doNothing())
      .executeTakeFirst()
    return numInsertedOrUpdatedRows === 1n
  }
}
