import type { Platform } from '../../platform/create-platform'
import type { HttpServer } from '../../platform/http/create-http-server'
import type { Repeating } from '../../platform/repeating'
import { CloudLogging } from './cloud/cloud-logging'
import { createEventRecorder } from './event-recorder'
import { startEventKeeping } from './events.jobs'
import { createEventsStore } from './events.store'
import { LedgerStore } from './ledger/ledger.store'
import { LedgerSeal } from './ledger/ledger-hash'
import { LogPartitionsStore } from './log-partitions.store'
import { LogPeopleStore } from './log-people.store'

export type EventsModule = ReturnType<typeof eventsModule>

/** Records until everything else has stopped: what is still buffered then is written. */
export function eventsModule({ config, identity, database, scope, log, metrics, secret }: Platform) {
  const store = createEventsStore(database.kysely)
  const ledger = new LedgerStore(database.kysely, new LedgerSeal(secret))
  const cloud = config.cloudLogging && new CloudLogging(config.cloudLogging)
  const recorder = createEventRecorder({ store, ledger, cloud, pod: identity.pod, log, metrics })
  scope.own('events', recorder, recorder => recorder.close())
  const partitions = new LogPartitionsStore(database.kysely)
  let keeping: Repeating | undefined
  return {
    recorder,
    store,
    cloud,
    people: new LogPeopleStore(database.kysely),
    ledger,
    routes(server: HttpServer) {
      // What a call did is in the ledger before the call is acknowledged.
      server.addHook('onSend', async ({ method }) => {
        if (method !== 'GET' && method !== 'HEAD') await recorder.ledgerKept()
      })
    },
    start() {
      keeping = startEventKeeping({ partitions, ledger, config, log })
    },
    stop: () => keeping?.stop(),
  }
}
