import type { Platform } from '../../platform/create-platform'
import type { HttpServer } from '../../platform/http/create-http-server'
import type { LiveMeetingsModule } from '../live-meetings'
import type { TranscriptsModule } from '../transcripts'
import { ConferencesStore } from './conferences.store'
import { conferencingRoutes } from './conferencing.routes'
import { ConferencingService } from './conferencing.service'
import { lookupsRoutes } from './lookups.routes'
import { LookupsService } from './lookups.service'
import { LookupsStore } from './lookups.store'

export interface ConferencingNeeds {
  transcripts: TranscriptsModule
  liveMeetings: LiveMeetingsModule
}

export function conferencingModule(
  { config, database }: Platform,
  { transcripts, liveMeetings }: ConferencingNeeds,
) {
  const { siteId, siteName, region, pastDays } = config.defaults
  const service = new ConferencingService({
    store: new ConferencesStore(database.kysely),
    live: liveMeetings.service,
    site: { id: siteId, name: siteName },
    region,
  })
  const lookups = new LookupsService({
    store: new LookupsStore(database.kysely),
    recordings: transcripts.recordings,
    pastDays,
  })
  return {
    service,
    routes(server: HttpServer) {
      conferencingRoutes(server, service)
      lookupsRoutes(server, lookups)
    },
  }
}
