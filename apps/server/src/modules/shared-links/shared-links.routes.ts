import {
  openSharedLink,
  sharedAudioUrl,
  sharedHighlights,
  sharedPeaks,
  sharedTranscript,
  sharedVideoUrl,
} from '@livetap/contract/calls/shared-links'
import type { HttpServer } from '../../platform/http/create-http-server'
import { routesOf } from '../../platform/http/route'
import type { LinksService } from './links.service'
import type { SharedMeetingService } from './shared-meeting.service'

export interface SharedLinksParts {
  links: LinksService
  meeting: SharedMeetingService
}

export function sharedLinksRoutes(server: HttpServer, { links, meeting }: SharedLinksParts): void {
  const on = routesOf(server)
  on(openSharedLink, async ({ body, ip }) => links.open(body.token, body.password, ip))
  on(sharedTranscript, async ({ principal }) => meeting.transcript(principal))
  on(sharedHighlights, async ({ principal }) => ({ highlights: await meeting.highlights(principal) }))
  on(sharedAudioUrl, async ({ principal }) => ({ url: await meeting.audioUrl(principal) }))
  on(sharedVideoUrl, async ({ principal }) => ({ url: await meeting.videoUrl(principal) }))
  on(sharedPeaks, async ({ principal }) => meeting.peaks(principal))
}
