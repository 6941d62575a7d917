import type { Kysely } from 'kysely'
import type { DB } from '../../platform/db/schema'
import { createEventsStore } from '../events'
import type { StageEvent } from './stage'

const SERVICE = 'pipeline'

export interface RunEvents {
  meeting: string
  ledger: readonly StageEvent[]
  logs: readonly StageEvent[]
  pod: string
}

/** What happened in a run, at its own time where it says one. */
export async function recordEvents(tx: Kysely<DB>, { meeting, ledger, logs, pod }: RunEvents): Promise<void> {
  const events = createEventsStore(tx)
  const now = new Date()
  const complete = ({ time = now, fields = {} }: StageEvent) => ({
    meeting,
    time,
    fields: { timestamp: time.toISOString(), ...fields },
  })
  if (ledger.length > 0)
    await events.insertLedger(ledger.map(event => ({ ...complete(event), name: event.name })))
  if (logs.length > 0)
    await events.insertLogs(
      logs.map(event => ({ ...complete(event), metric: event.name, service: SERVICE, pod })),
    )
}
