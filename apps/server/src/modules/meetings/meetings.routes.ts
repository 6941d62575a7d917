import { families } from '@livetap/contract'
import { z } from 'zod'
import type { HttpServer } from '../../platform/http/create-http-server'
import { meetingDetail } from './meeting-detail'
import { answerMeetingErrors } from './meeting-error-answer'
import type { MeetingsService } from './meetings.service'

const base = `${families.partner}/web/meetings`
const bearer = { entry: 'bearer' } as const
const params = z.object({ id: z.string() })
const recentQuery = z.object({ recent: z.coerce.number().int().min(1).max(200).default(20) })
const processingParams = params.extend({ action: z.enum(['cancel', 'retry']) })

/** The record of a meeting; its live side and its past data have routes of their own. */
export function meetingsRoutes(server: HttpServer, meetings: MeetingsService): void {
  void server.register(async plain => {
    answerMeetingErrors(plain as never)
    const app = plain as unknown as HttpServer

    app.get(base, { config: bearer, schema: { querystring: recentQuery } }, async request => ({
      meetings: (await meetings.recent(request.query.recent)).map(meetingDetail),
    }))

    app.get(`${base}/:id`, { config: bearer, schema: { params } }, async request =>
      meetingDetail(await meetings.get(request.params.id)),
    )

    app.get(`${base}/:id/status`, { config: bearer, schema: { params } }, async request => {
      const { status, stage, progress, error } = meetingDetail(await meetings.get(request.params.id))
      return { status, stage, progress, error }
    })

    app.delete(`${base}/:id`, { config: bearer, schema: { params } }, async (request, reply) => {
      await meetings.delete(request.params.id, request.principal.userName)
      return reply.code(204).send()
    })

    app.post(
      `${base}/:id/processing/:action`,
      { config: bearer, schema: { params: processingParams } },
      async request => {
        const { id, action } = request.params
        const by = request.principal.userName
        return meetingDetail(
          action === 'cancel'
            ? await meetings.cancelProcessing(id, by)
            : await meetings.retryProcessing(id, by),
        )
      },
    )
  })
}
