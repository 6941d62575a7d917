import type { Platform } from '../../platform/create-platform'
import type { HttpServer } from '../../platform/http/create-http-server'
import type { EventsModule } from '../events'
import { diagnosticsRoutes } from './diagnostics.routes'
import { DiagnosticsService } from './diagnostics.service'
import { LogQueryStore } from './log-query.store'
import { RatesStore } from './rates.store'
import { UsageStore } from './usage.store'

export type DiagnosticsModule = ReturnType<typeof diagnosticsModule>

export function diagnosticsModule({ config, database }: Platform, { events }: { events: EventsModule }) {
  const service = new DiagnosticsService({
    logs: new LogQueryStore(database.kysely),
    cloud: events.cloud,
    ledger: events.ledger,
    usage: new UsageStore(database.kysely),
    recorder: events.recorder,
    pastDays: config.defaults.pastDays,
  })
  return {
    service,
    rates: new RatesStore(database.kysely),
    routes: (server: HttpServer) => diagnosticsRoutes(server, service),
  }
}
