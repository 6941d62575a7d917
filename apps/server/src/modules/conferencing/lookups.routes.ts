import { lookUpConference, lookUpConferenceNumber, meetingsData } from '@livetap/contract/calls/lookups'
import type { HttpServer } from '../../platform/http/create-http-server'
import { routesOf } from '../../platform/http/route'
import type { LookupsService } from './lookups.service'

const dateOf = (text: string | undefined) => (text === undefined ? undefined : new Date(text))

export function lookupsRoutes(server: HttpServer, lookups: LookupsService): void {
  const on = routesOf(server)

  on(lookUpConference, async ({ params, query, principal }) => ({
    VOICEA_MEETING_ID: await lookups.byConference(
      principal,
      params.webexId,
      dateOf(query.start),
      dateOf(query.end),
    ),
  }))

  on(lookUpConferenceNumber, async ({ params, principal }) => ({
    VOICEA_MEETING_ID: await lookups.byNumber(principal, params.number),
  }))

  on(meetingsData, async ({ query, principal }) => ({
    meetings_data: await lookups.meetingsOf(
      principal,
      query.meeting_number,
      dateOf(query.start),
      dateOf(query.end),
    ),
  }))
}
