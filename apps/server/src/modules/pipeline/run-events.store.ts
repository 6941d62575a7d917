import type { Kysely } from 'kysely'
import type { DB } from '../../platform/db/schema'
import {
  createEventsStore,
  type LedgerEntry,
  type LedgerStore,
  type LogEntry,
  ledgerRow,
  logRow,
} from '../events'

export interface RunEvents {
  meeting: string
  ledger?: readonly LedgerEntry[]
  logs?: readonly LogEntry[]
  pod: string
}

/** What happened in a run, at its own time where it says one. */
export async function recordEvents(tx: Kysely<DB>, book: LedgerStore, events: RunEvents): Promise<void> {
  const { meeting, ledger = [], logs = [], pod } = events
  const store = createEventsStore(tx)
  if (ledger.length > 0) await book.within(tx).append(ledger.map(entry => ledgerRow(entry, meeting)))
  if (logs.length > 0) await store.insertLogs(logs.map(entry => logRow(entry, meeting, pod)))
}
