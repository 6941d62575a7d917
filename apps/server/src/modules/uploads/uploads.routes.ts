import type { Readable } from 'node:stream'
import {
  families,
  RECORDING_SIZE_HEADER,
  RECORDING_TYPE_HEADER,
  UPLOAD_CHUNK_BYTES,
  type UploadSession,
  uploadCreateBodySchema,
} from '@livetap/contract'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { HttpServer } from '../../platform/http/create-http-server'
import { answerMeetingErrors, meetingDetail } from '../meetings'
import { heldRange, parseContentRange } from './content-range'
import { UploadError } from './upload-error'
import { uploadErrorAnswer } from './upload-error-answer'
import type { UploadsService } from './uploads.service'

const base = `${families.partner}/web/recordings/meetings/upload`
const config = { entry: 'bearer' } as const

const sessionHeaders = z.object({
  [RECORDING_SIZE_HEADER]: z
    .string()
    .regex(/^\d{1,15}$/, 'must be a number of bytes')
    .optional(),
  [RECORDING_TYPE_HEADER]: z.string().max(200).optional(),
})

export function uploadsRoutes(server: HttpServer, uploads: UploadsService): void {
  void server.register(async app => {
    answerMeetingErrors(app as never)
    await app.register(async sessions => sessionRoute(sessions as unknown as HttpServer, uploads))
    await app.register(async pieces => pieceRoute(pieces as unknown as HttpServer, uploads))
  })
}

/** The session's file is described twice, in headers and in the body; where both speak they must agree. */
function sessionRoute(app: HttpServer, uploads: UploadsService): void {
  answerUploadErrors(app)
  app.post(
    base,
    { config, schema: { body: uploadCreateBodySchema, headers: sessionHeaders } },
    async (request): Promise<UploadSession> => {
      const { body, headers, principal } = request
      const size = headers[RECORDING_SIZE_HEADER]
      if (size !== undefined && Number(size) !== body.file_size)
        throw new UploadError(
          'invalid',
          `${RECORDING_SIZE_HEADER}: says ${size}, file_size says ${body.file_size}`,
        )
      const type = headers[RECORDING_TYPE_HEADER]
      if (type !== undefined && type !== body.file_type)
        throw new UploadError(
          'invalid',
          `${RECORDING_TYPE_HEADER}: says ${type}, file_type says ${body.file_type}`,
        )
      const by = { userId: principal.userId, email: principal.emails[0] ?? principal.userName }
      const upload = await uploads.create(by, body)
      return {
        meeting_id: upload.meetingId,
        upload_url: `${base}/${upload.id}`,
        next_byte_range: { start: 0, end: Math.min(UPLOAD_CHUNK_BYTES, upload.totalBytes) - 1 },
      }
    },
  )
}

function pieceRoute(app: HttpServer, uploads: UploadsService): void {
  answerUploadErrors(app)
  // The body is never gathered: it streams from the socket into the storage.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload))

  app.put(
    `${base}/:id`,
    { config, bodyLimit: Number.MAX_SAFE_INTEGER, schema: { params: z.object({ id: z.string() }) } },
    async (request, reply) => {
      const range = parseContentRange(request.headers['content-range'])
      assertLength(request.headers['content-length'], range)
      const { raw } = request
      const answer = await uploads.receive({
        uploadId: request.params.id,
        userId: request.principal.userId,
        range,
        source: (raw as Readable).iterator({ destroyOnReturn: false }),
        interrupt: () => raw.destroy(),
      })
      if (answer.kind === 'complete') return meetingDetail(answer.meeting)
      return reply.code(308).headers(heldRange(answer.held)).send()
    },
  )
}

function answerUploadErrors(app: HttpServer): void {
  const plain = app as unknown as FastifyInstance
  plain.setErrorHandler(error => {
    throw error instanceof UploadError ? uploadErrorAnswer(error) : error
  })
}

function assertLength(header: string | undefined, range: ReturnType<typeof parseContentRange>): void {
  const named = range.kind === 'query' ? 0 : range.end - range.start + 1
  if (header === undefined || Number(header) === named) return
  throw new UploadError('invalid', `content-range: names ${named} bytes, the body has ${header}`)
}
