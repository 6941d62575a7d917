import type { Platform } from '../../platform/create-platform'
import type { HttpServer } from '../../platform/http/create-http-server'
import type { Repeating } from '../../platform/repeating'
import type { EventsModule } from '../events'
import { libraryRoutes } from './library/library.routes'
import { LibraryService } from './library/library.service'
import { LibraryStore } from './library/library.store'
import { SavedViewsStore } from './library/saved-views.store'
import { TagsStore } from './library/tags.store'
import { completeSuffixes } from './meeting-id'
import type { MeetingProcessing } from './meeting-processing'
import { MeetingRemoval } from './meeting-removal'
import { startRetention } from './meetings.jobs'
import { type MeetingRights, meetingsRoutes } from './meetings.routes'
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
  const library = new LibraryService({
    store: new LibraryStore(database.kysely),
    tags: new TagsStore(database.kysely),
    views: new SavedViewsStore(database.kysely),
  })
  let retention: Repeating | undefined
  let rights: MeetingRights

  return {
    service,
    store,
    removal,
    processedBy(processing: MeetingProcessing) {
      service.processing = processing
      removal.beforeRemoval(async id => processing.release?.(id))
    },
    /** Set before the routes are: a worker has neither. */
    ruledBy: (access: MeetingRights) => {
      rights = access
    },
    routes(server: HttpServer) {
      meetingsRoutes(server, service, library, rights)
      libraryRoutes(server, library)
    },
    start() {
      retention = startRetention({ removal, retentionDays: config.retentionDays, log })
    },
    stop: () => retention?.stop(),
  }
}
