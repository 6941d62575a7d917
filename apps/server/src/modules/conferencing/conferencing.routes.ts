import {
  cancelConference,
  getConference,
  listConferences,
  openConference,
  scheduleConference,
} from '@livetap/contract/calls/conferencing'
import type { HttpServer } from '../../platform/http/create-http-server'
import { routesOf } from '../../platform/http/route'
import { conferenceWire } from './conference-wire'
import type { ConferencingService } from './conferencing.service'
import { nextLink, readCursor } from './page-cursor'

/** As the provider's API says when it is not asked for a number. */
const DEFAULT_PAGE = 10

const dateOf = (text: string | undefined) => (text === undefined ? undefined : new Date(text))

export function conferencingRoutes(server: HttpServer, conferencing: ConferencingService): void {
  const on = routesOf(server)

  on(listConferences, async (request, reply) => {
    const { query, principal } = request
    const origin = server.ownAddresses.originFor(request)
    const { conferences, next } = await conferencing.list(
      {
        type: query.meetingType,
        state: query.state,
        series: query.meetingSeriesId,
        number: query.meetingNumber,
        emails: [query.participantEmail, query.hostEmail].filter(email => email !== undefined),
        from: dateOf(query.from),
        to: dateOf(query.to),
        after: query.after === undefined ? undefined : readCursor(query.after),
        limit: query.max ?? DEFAULT_PAGE,
      },
      principal,
    )
    if (next) reply.header('link', nextLink(origin, request.url, next))
    return { items: conferences.map(conference => conferenceWire(conference, origin)) }
  })

  on(getConference, async request =>
    conferenceWire(
      await conferencing.get(request.params.id, request.principal),
      server.ownAddresses.originFor(request),
    ),
  )

  on(scheduleConference, async request => {
    const { title, start, end } = request.body
    const dates = { start: new Date(start), end: new Date(end) }
    const scheduled = await conferencing.schedule({ title, ...dates }, request.principal)
    return conferenceWire(scheduled, server.ownAddresses.originFor(request))
  })

  on(cancelConference, async ({ params, principal }) => conferencing.cancel(params.id, principal))

  on(openConference, async ({ params, principal }) => ({
    VOICEA_MEETING_ID: await conferencing.open(params.id, principal),
  }))
}
