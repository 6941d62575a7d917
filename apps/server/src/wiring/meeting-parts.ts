import type { EventRecorder } from '../modules/events'
import {
  completeSuffixes,
  type MeetingProcessing,
  MeetingRemoval,
  MeetingsService,
  MeetingsStore,
  meetingsRoutes,
  startRetention,
  UnattendedProcessing,
} from '../modules/meetings'
import {
  HighlightsService,
  HighlightsStore,
  pastDataRoutes,
  RecordingsService,
  SpeakerNamesStore,
  TranscriptService,
  UtterancesStore,
} from '../modules/past-data'
import { startUploadSweep, UploadsService, UploadsStore, uploadsRoutes } from '../modules/uploads'
import type { Config } from '../platform/config/config'
import type { Database } from '../platform/db/database'
import type { HttpServer } from '../platform/http/create-http-server'
import type { Log } from '../platform/log/log'
import { mediaRoutes } from '../platform/media/media.routes'
import { MediaUrls } from '../platform/media/media-urls'
import type { Scope } from '../platform/scope'
import type { SignedUrls } from '../platform/signing/signed-urls'
import { openResumable } from '../platform/storage/open-storage'
import type { Storage } from '../platform/storage/storage'

export interface MeetingPartsOptions {
  config: Config
  database: Database
  storage: Storage
  events: EventRecorder
  signedUrls: SignedUrls
  log: Log
  scope: Scope
  processing: MeetingProcessing | undefined
}

/** Part of the app's wiring: the meeting record, uploads and past data. */
export async function meetingParts(options: MeetingPartsOptions) {
  const { config, storage, events, log, scope } = options
  const { kysely } = options.database
  const store = new MeetingsStore(kysely)
  const utterances = new UtterancesStore(kysely)
  const highlightsStore = new HighlightsStore(kysely)
  const speakerNames = new SpeakerNamesStore(kysely)
  const processing = options.processing ?? new UnattendedProcessing(store)
  const removal = new MeetingRemoval({ store, storage, events, log })
  const suffixToRegion = completeSuffixes(config.suffixToRegion, [config.defaults.region, config.region])
  const meetings = new MeetingsService({ store, processing, removal, events, suffixToRegion })
  const uploads = new UploadsService({
    store: new UploadsStore(kysely),
    storage: await openResumable(config.storage),
    meetings,
    meetingsStore: store,
    removal,
    processing,
    events,
    site: { id: config.defaults.siteId, name: config.defaults.siteName },
  })
  const mediaUrls = new MediaUrls(options.signedUrls)
  const pastData = {
    transcript: new TranscriptService({ meetings, utterances, speakerNames, events }),
    highlights: new HighlightsService({ meetings, highlights: highlightsStore, utterances, events }),
    recordings: new RecordingsService({ meetings, storage, mediaUrls }),
  }
  if (config.role !== 'worker') {
    const { retentionDays } = config
    scope.own('retention', startRetention({ removal, retentionDays, log }), retention => retention.stop())
    scope.own('upload sweep', startUploadSweep(uploads, log), sweep => sweep.stop())
  }

  return {
    meetings,
    meetingsStore: store,
    removal,
    uploads,
    utterances,
    speakerNames,
    highlights: pastData.highlights,
    mediaUrls,
    routes(server: HttpServer) {
      mediaRoutes(server, storage)
      // A family is answered here or forwarded, never both.
      if (config.upstreams.partner) return
      meetingsRoutes(server, meetings)
      uploadsRoutes(server, uploads)
      pastDataRoutes(server, pastData)
    },
  }
}
