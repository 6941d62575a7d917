import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../platform/db/schema'
import { networkOf } from '../../../platform/network-of'

export interface PendingLimits {
  perAddress: number
  total: number
}

/** An office may share an address; a sign-in that was evicted is begun again with one click. */
export const pendingLimits: PendingLimits = { perAddress: 200, total: 10_000 }

export interface PendingSignIns {
  /** Notes whose the sign-in is, and evicts the oldest beyond the limits. */
  begun(idHash: string, address: string): Promise<void>
}

/** Sign-ins that were begun and not finished: anyone can begin one, so there is room for so many. */
export function createPendingSignIns(
  db: Kysely<DB>,
  { perAddress, total }: PendingLimits = pendingLimits,
): PendingSignIns {
  return {
    async begun(idHash, address) {
      const network = networkOf(address)
      await db
        .updateTable('oidc_payload')
        .set({ address: network })
        .where('model', '=', 'Interaction')
        .where('id_hash', '=', idHash)
        .execute()
      await sql`delete from oidc_payload where model = 'Interaction' and id_hash in
        (select id_hash from oidc_payload where model = 'Interaction' and address = ${network}
          order by number desc offset ${perAddress})`.execute(db)
      await sql`delete from oidc_payload where model = 'Interaction' and id_hash in
        (select id_hash from oidc_payload where model = 'Interaction' and address is not null
          order by number desc offset ${total})`.execute(db)
    },
  }
}
