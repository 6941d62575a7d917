import type { Platform } from '../../platform/create-platform'
import type { HttpServer } from '../../platform/http/create-http-server'
import type { Repeating } from '../../platform/repeating'
import type { EventsModule } from '../events'
import { completeSuffixes } from './meeting-id'
import type { MeetingProcessing } from './meeting-processing'
import { MeetingRemoval } from './meeting-removal'
import { startRetention } from './meetings.jobs'
import { meetingsRoutes } from './meetings.routes'
import { MeetingsService } from './meetings.service'
import { MeetingsStore } from './meetings.store'

export type MeetingsModule = ReturnType<typeof meetingsModule>

export function meetingsModule(
  { config, database, storage, log }: Platform,
  { events }: { events: EventsModule },
) {
  const store = new MeetingsStore(database.kysely)
  const { recorder } = events
  const removal = new MeetingRemoval({ store, storage, events: recorder, people: events.people, log })
  const suffixToRegion = completeSuffixes(config.suffixToRegion, [config.defaults.region, config.region])
  const service = new MeetingsService({ store, removal, events: recorder, suffixToRegion })
  let retention: Repeating | undefined

  return {
    service,
    store,
    removal,
    processedBy(processing: MeetingProcessing) {
      service.processing = processing
      removal.beforeRemoval(async id => processing.release?.(id))
    },
    routes: (server: HttpServer) => meetingsRoutes(server, service),
    start() {
      retention = startRetention({ removal, retentionDays: config.retentionDays, log })
    },
    stop: () => retention?.stop(),
  }
}
