import type { Platform } from '../../platform/create-platform'
import type { HttpServer } from '../../platform/http/create-http-server'
import type { Repeating } from '../../platform/repeating'
import { openResumable } from '../../platform/storage/open-storage'
import type { EventsModule } from '../events'
import type { MeetingProcessing, MeetingsModule } from '../meetings'
import { startUploadSweep } from './uploads.jobs'
import { uploadsRoutes } from './uploads.routes'
import { UploadsService } from './uploads.service'
import { UploadsStore } from './uploads.store'

export async function uploadsModule(
  { config, database, log, tracing }: Platform,
  needs: { events: EventsModule; meetings: MeetingsModule; processing: MeetingProcessing },
) {
  const { events, meetings, processing } = needs
  const service = new UploadsService({
    store: new UploadsStore(database.kysely),
    storage: await openResumable(config.storage),
    meetings: meetings.service,
    meetingsStore: meetings.store,
    removal: meetings.removal,
    processing,
    events: events.recorder,
    tracing,
    site: { id: config.defaults.siteId, name: config.defaults.siteName },
  })
  let sweep: Repeating | undefined

  return {
    service,
    routes: (server: HttpServer) => uploadsRoutes(server, service),
    start() {
      sweep = startUploadSweep(service, log)
    },
    stop: () => sweep?.stop(),
  }
}
