import {
  families,
  highlightCreateSchema,
  highlightDeleteQuerySchema,
  speakerRenameSchema,
  transcriptQuerySchema,
  utteranceEditSchema,
} from '@livetap/contract'
import { z } from 'zod'
import type { HttpServer } from '../../platform/http/create-http-server'
import { invalid } from '../../platform/http/errors'
import { answerMeetingErrors } from '../meetings'
import { highlightWire } from './highlight-wire'
import type { HighlightsService } from './highlights.service'
import type { RecordingsService } from './recordings.service'
import { sendJsonStream } from './send-json-stream'
import type { TranscriptService } from './transcript.service'
import { utteranceWire } from './utterance-wire'

const base = `${families.partner}/web/meetings/:id`
const config = { entry: 'bearer' } as const
const params = z.object({ id: z.string() })
const utteranceParams = params.extend({ utteranceId: z.string() })
const speakerParams = params.extend({ speakerId: z.string().min(1).max(100) })
const audioQuery = z.object({ audio_type: z.literal('flac', 'must be flac').default('flac') })
const everything = { words: true, segments: true }
/** An utterance can be long; the edit of one must fit. */
const EDIT_BYTES = 6 * 1024 * 1024

export interface PastData {
  transcript: TranscriptService
  highlights: HighlightsService
  recordings: RecordingsService
}

export function pastDataRoutes(server: HttpServer, services: PastData): void {
  void server.register(async plain => {
    answerMeetingErrors(plain as never)
    const app = plain as unknown as HttpServer
    transcriptRoutes(app, services.transcript)
    highlightRoutes(app, services.highlights)
    recordingRoutes(app, services.recordings)
  })
}

function transcriptRoutes(app: HttpServer, transcript: TranscriptService): void {
  app.get(
    `${base}/transcript`,
    { config, schema: { params, querystring: transcriptQuerySchema } },
    async (request, reply) => {
      const reading = await transcript.read(request.params.id, request.query)
      return sendJsonStream(request, reply, reading.tag, () => reading.json())
    },
  )

  app.patch(
    `${base}/transcript/:utteranceId`,
    { config, bodyLimit: EDIT_BYTES, schema: { params: utteranceParams, body: utteranceEditSchema } },
    async ({ params, body, principal }) =>
      utteranceWire(
        await transcript.edit(params.id, params.utteranceId, body, principal.userName),
        everything,
      ),
  )

  app.get(
    `${base}/transcript/:utteranceId/versions`,
    { config, schema: { params: utteranceParams } },
    async ({ params }) => ({ versions: await transcript.versions(params.id, params.utteranceId) }),
  )

  app.put(
    `${base}/speakers/:speakerId`,
    { config, schema: { params: speakerParams, body: speakerRenameSchema } },
    async ({ params, body, principal }) =>
      transcript.renameSpeaker(params.id, params.speakerId, body.name, principal.userName),
  )
}

function highlightRoutes(app: HttpServer, highlights: HighlightsService): void {
  app.get(`${base}/highlights`, { config, schema: { params } }, async ({ params }) => ({
    highlights: (await highlights.list(params.id)).map(highlightWire),
  }))

  app.post(
    `${base}/highlights`,
    { config, schema: { params, body: highlightCreateSchema } },
    async ({ params, body, principal }) => {
      if (body.meeting_id !== params.id) throw invalid('meeting_id', 'is not the meeting of the address')
      return highlightWire(await highlights.create(params.id, body, principal.userName))
    },
  )

  app.delete(
    `${base}/highlights`,
    { config, schema: { params, querystring: highlightDeleteQuerySchema } },
    async ({ params, query, principal }, reply) => {
      await highlights.delete(params.id, query.highlight_id, principal.userName)
      return reply.code(204).send()
    },
  )
}

function recordingRoutes(app: HttpServer, recordings: RecordingsService): void {
  app.get(`${base}/audio`, { config, schema: { params, querystring: audioQuery } }, async ({ params }) => ({
    url: await recordings.audioUrl(params.id),
  }))

  app.get(`${base}/video`, { config, schema: { params } }, async ({ params }) => ({
    url: await recordings.videoUrl(params.id),
  }))

  app.get(`${base}/peaks`, { config, schema: { params } }, async (request, reply) => {
    const { object, read } = await recordings.peaks(request.params.id)
    const tag = `W/"${object.size}-${object.modifiedAt.getTime()}"`
    return sendJsonStream(request, reply, tag, async function* () {
      yield* await read()
    })
  })
}
