import type { Platform } from '../../platform/create-platform'
import type { HttpServer } from '../../platform/http/create-http-server'
import type { Repeating } from '../../platform/repeating'
import { CloudForwarder } from './cloud/cloud-forwarder'
import { CloudLogging } from './cloud/cloud-logging'
import { CloudOutboxStore } from './cloud/cloud-outbox.store'
import { createEventRecorder } from './event-recorder'
import { startEventMaintenance } from './events.jobs'
import { EventsStore } from './events.store'
import { LedgerStore } from './ledger/ledger.store'
import { LedgerSeal } from './ledger/ledger-hash'
import { LogPartitionsStore } from './log-partitions.store'
import { LogPeopleStore } from './log-people.store'

export type EventsModule = ReturnType<typeof eventsModule>

/** Records until everything else has stopped: what is still buffered then is written. */
export function eventsModule({ config, identity, database, scope, log, metrics, secret }: Platform) {
  const ledger = new LedgerStore(database.kysely, { seal: new LedgerSeal(secret) })
  const cloud = config.cloudLogging && new CloudLogging(config.cloudLogging)
  const outbox = cloud && new CloudOutboxStore(database.kysely)
  const forwarder = cloud && outbox && new CloudForwarder({ outbox, cloud, log })
  const store = new EventsStore(database.kysely, {
    ledger,
    pod: identity.pod,
    isForwarded: cloud !== undefined,
  })
  const recorder = createEventRecorder({ store, forwarder, log, metrics })
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
      // What a call did is in the ledger before the call is acknowledged. A refusal acknowledges nothing.
      server.addHook('onSend', async ({ method }, { statusCode }) => {
        if (method !== 'GET' && method !== 'HEAD' && statusCode < 400) await recorder.ledgerWritten()
      })
    },
    start() {
      keeping = startEventMaintenance({ partitions, ledger, outbox, config, log })
      forwarder?.start()
    },
    async stop() {
      await Promise.all([keeping?.stop(), forwarder?.stop()])
    },
  }
}
