import type { Database } from '../../../platform/db/database'
import { LedgerStore } from './ledger.store'
import { LedgerSeal } from './ledger-hash'

/** For commands; a server has its events module. */
export const openLedger = (db: Database['kysely'], secret: string): LedgerStore =>
  new LedgerStore(db, { seal: new LedgerSeal(secret) })
