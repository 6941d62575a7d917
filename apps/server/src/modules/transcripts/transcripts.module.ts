import type { Platform } from '../../platform/create-platform'
import type { HttpServer } from '../../platform/http/create-http-server'
import { mediaRoutes } from '../../platform/media/media.routes'
import type { EventsModule } from '../events'
import type { MeetingsModule } from '../meetings'
import { HighlightsService } from './highlights.service'
import { HighlightsStore } from './highlights.store'
import { importRoutes } from './import/import.routes'
import { TranscriptImporter } from './import/transcript-importer'
import { LineChangesStore } from './line-changes.store'
import { LinesService } from './lines.service'
import { OffTheRecordStore } from './off-the-record.store'
import { RecordingsService } from './recordings.service'
import { SpeakerNamesStore } from './speaker-names.store'
import { TranscriptService } from './transcript.service'
import { transcriptsRoutes } from './transcripts.routes'
import { UtterancesStore } from './utterances.store'

export type TranscriptsModule = ReturnType<typeof transcriptsModule>

export function transcriptsModule(
  { config, database, storage, mediaUrls, parsers }: Platform,
  needs: { events: EventsModule; meetings: MeetingsModule },
) {
  const { kysely } = database
  const meetings = needs.meetings.service
  const events = needs.events.recorder
  const utterances = new UtterancesStore(kysely)
  const speakerNames = new SpeakerNamesStore(kysely)
  const offTheRecord = new OffTheRecordStore(kysely)
  const transcript = new TranscriptService({ meetings, utterances, speakerNames, offTheRecord, events })
  const highlightsStore = new HighlightsStore(kysely)
  const highlights = new HighlightsService({ meetings, highlights: highlightsStore, utterances, events })
  const lines = new LinesService({ meetings, utterances, changes: new LineChangesStore(kysely), events })
  const { siteId, siteName } = config.defaults
  const site = { id: siteId, name: siteName }
  const importer = new TranscriptImporter({
    meetings,
    utterances,
    parsers,
    removal: needs.meetings.removal,
    site,
  })
  const recordings = new RecordingsService({ meetings, storage, mediaUrls })

  return {
    utterances,
    speakerNames,
    offTheRecord,
    highlightsStore,
    transcript,
    highlights,
    recordings,
    routes(server: HttpServer) {
      mediaRoutes(server, storage)
      transcriptsRoutes(server, { transcript, lines, highlights, recordings })
      importRoutes(server, { importer, parsers })
    },
  }
}
