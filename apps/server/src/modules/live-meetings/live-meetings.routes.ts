import {
  customPhrasesBodySchema,
  families,
  hotwordStatusBodySchema,
  languageBodySchema,
  liveAddressAnswerSchema,
  liveAddressQuerySchema,
  liveTranscriptAnswerSchema,
  meetingCreateBodySchema,
  meetingCreateQuerySchema,
  translateBodySchema,
} from '@livetap/contract'
import { z } from 'zod'
import type { HttpServer } from '../../platform/http/create-http-server'
import { answerMeetingErrors, meetingDetail } from '../meetings'
import type { LiveMeetingsService } from './live-meetings.service'

const base = `${families.partner}/web/meetings`
const config = { entry: 'bearer' } as const
const params = z.object({ id: z.string() })
const PHRASES_BYTES = 4 * 1024 * 1024

/** A meeting while it runs; its record and its past data have routes of their own. */
export function liveMeetingsRoutes(server: HttpServer, live: LiveMeetingsService): void {
  void server.register(async plain => {
    answerMeetingErrors(plain as never)
    const app = plain as unknown as HttpServer

    app.post(
      base,
      { config, schema: { querystring: meetingCreateQuerySchema, body: meetingCreateBodySchema } },
      async ({ query, body, principal }) => meetingDetail(await live.create(query, body, principal)),
    )

    app.patch(
      `${base}/:id`,
      { config, bodyLimit: PHRASES_BYTES, schema: { params, body: customPhrasesBodySchema } },
      async ({ params, body, principal }) =>
        meetingDetail(await live.setCustomPhrases(params.id, body.custom_phrases, principal.userName)),
    )

    app.put(
      `${base}/:id/language`,
      { config, schema: { params, body: languageBodySchema } },
      async ({ params, body, principal }) =>
        meetingDetail(await live.setLanguage(params.id, body.language, principal.userName)),
    )

    app.patch(
      `${base}/:id/livetap_notify_hotword`,
      { config, schema: { params, body: hotwordStatusBodySchema } },
      async ({ params, body, principal }) => live.setHotwordStatus(params.id, body, principal.userName),
    )

    app.post(
      `${base}/:id/livetap_translate`,
      { config, schema: { params, body: translateBodySchema } },
      async ({ params, body, principal }, reply) => {
        await live.translate(params.id, body, principal.userName)
        return reply.code(204).send()
      },
    )

    app.post(`${base}/:id/drop`, { config, schema: { params } }, async ({ params, principal }) =>
      meetingDetail(await live.drop(params.id, principal.userName)),
    )

    app.get(
      `${base}/:id/live_addr`,
      {
        config,
        schema: { params, querystring: liveAddressQuerySchema, response: { 200: liveAddressAnswerSchema } },
      },
      async (request, reply) => {
        const { params, query, principal } = request
        reply.header('cache-control', 'no-store')
        const address = await live.liveAddress(params.id, query.client_id, principal)
        return { live_addr: server.ownAddresses.reachable(address, request) }
      },
    )

    app.get(
      `${base}/:id/transcript/live`,
      { config, schema: { params, response: { 200: liveTranscriptAnswerSchema } } },
      async ({ params }) => live.liveTranscript(params.id),
    )
  })
}
