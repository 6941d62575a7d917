import {
  createMeeting,
  dropMeeting,
  liveAddress,
  liveTranscript,
  setCustomPhrases,
  setHotwordStatus,
  setLanguage,
  stopTranslation,
  translateMeeting,
} from '@livetap/contract/calls/live-meetings'
import type { HttpServer } from '../../platform/http/create-http-server'
import { routesOf } from '../../platform/http/route'
import { meetingDetail } from '../meetings'
import type { LiveMeetingsService } from './live-meetings.service'

const PHRASES_BYTES = 4 * 1024 * 1024

/** A meeting while it runs; its record and its past data have routes of their own. */
export function liveMeetingsRoutes(server: HttpServer, live: LiveMeetingsService): void {
  const on = routesOf(server)

  on(createMeeting, async ({ query, body, principal }) =>
    meetingDetail(await live.create(query, body, principal)),
  )

  on(
    setCustomPhrases,
    async ({ params, body, principal }) =>
      meetingDetail(await live.setCustomPhrases(params.id, body.custom_phrases, principal.userName)),
    { bodyLimit: PHRASES_BYTES },
  )

  on(setLanguage, async ({ params, body, principal }) =>
    meetingDetail(await live.setLanguage(params.id, body.language, principal.userName)),
  )

  on(setHotwordStatus, async ({ params, body, principal }) =>
    live.setHotwordStatus(params.id, body, principal.userName),
  )

  on(translateMeeting, async ({ params, body, principal }) =>
    live.translate(params.id, body, principal.userName),
  )

  on(stopTranslation, async ({ params, query, principal }) =>
    live.stopTranslation(params.id, query, principal.userName),
  )

  on(dropMeeting, async ({ params, principal }) =>
    meetingDetail(await live.drop(params.id, principal.userName)),
  )

  on(liveAddress, async request => {
    const { params, query, principal } = request
    const address = await live.liveAddress(params.id, query.client_id, principal)
    return { live_addr: server.ownAddresses.reachable(address, request) }
  })

  on(liveTranscript, async ({ params }) => live.liveTranscript(params.id))
}
