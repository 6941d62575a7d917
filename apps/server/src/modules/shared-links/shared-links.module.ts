import type { AuditWriter } from '../../platform/audit/audit-entry'
import type { Platform } from '../../platform/create-platform'
import type { HttpServer } from '../../platform/http/create-http-server'
import type { AccessModule } from '../access'
import type { MeetingsModule } from '../meetings'
import type { TranscriptsModule } from '../transcripts'
import { Guesses } from './guesses'
import { LinkTokens } from './link-tokens'
import { LinksService } from './links.service'
import { sharedLinksRoutes } from './shared-links.routes'
import { SharedMeetingService } from './shared-meeting.service'

/** What a link shows to those who have it: one meeting, or a stretch of it, and nothing else. */
export function sharedLinksModule(
  { secret, storage, media, mediaUrls }: Platform,
  {
    access,
    meetings,
    transcripts,
    audit,
  }: {
    access: AccessModule
    meetings: MeetingsModule
    transcripts: TranscriptsModule
    audit: { auditLog: AuditWriter }
  },
) {
  const links = new LinksService({
    shares: access.shares,
    meetings: meetings.service,
    tokens: new LinkTokens(secret),
    guesses: new Guesses(),
    audit: audit.auditLog,
  })
  const meeting = new SharedMeetingService({
    meetings: meetings.service,
    utterances: transcripts.utterances,
    highlights: transcripts.highlightsStore,
    speakerNames: transcripts.speakerNames,
    storage,
    media,
    mediaUrls,
  })
  access.addPrincipals(links)
  return { routes: (server: HttpServer) => sharedLinksRoutes(server, { links, meeting }) }
}
