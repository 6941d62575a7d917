import type { Platform } from '../../platform/create-platform'
import type { HttpServer } from '../../platform/http/create-http-server'
import type { MeetingsModule } from '../meetings'
import type { TranscriptsModule } from '../transcripts'
import { knownVoicesRoutes } from './known-voices.routes'
import { KnownVoicesService } from './known-voices.service'
import { KnownVoicesStore } from './known-voices.store'
import { VoicePrintsStore } from './voice-prints.store'

/** What nodes say to each other: a host has named a voice. */
export const VOICE_NAMED = 'voice-named'

export type KnownVoicesModule = ReturnType<typeof knownVoicesModule>

export function knownVoicesModule(
  { database, bus, log }: Platform,
  needs: { meetings: MeetingsModule; transcripts: TranscriptsModule },
) {
  const service = new KnownVoicesService({
    store: new KnownVoicesStore(database.kysely),
    meetings: needs.meetings.service,
    onNamed: meetingId => bus.notify(VOICE_NAMED, meetingId),
    log,
  })
  needs.transcripts.transcript.afterRename((meeting, speaker, by) => service.renamed(meeting, speaker, by))

  return {
    service,
    prints: new VoicePrintsStore(database.kysely),
    routes: (server: HttpServer) => knownVoicesRoutes(server, service),
  }
}
