import type { Readable } from 'node:stream'
import { RECORDING_SIZE_HEADER, RECORDING_TYPE_HEADER, UPLOAD_CHUNK_BYTES } from '@livetap/contract'
import { createUpload, putPiece } from '@livetap/contract/calls/uploads'
import { pathOf } from '@livetap/contract/wire/endpoint'
import type { HttpServer } from '../../platform/http/create-http-server'
import { invalid } from '../../platform/http/errors'
import { route } from '../../platform/http/route'
import { meetingDetail } from '../meetings'
import { heldRange, parseContentRange } from './content-range'
import { UploadGapError } from './upload-receiver'
import type { UploadsService } from './uploads.service'

export function uploadsRoutes(server: HttpServer, uploads: UploadsService): void {
  sessionRoute(server, uploads)
  void server.register(async chunks => chunkRoute(chunks, uploads))
}

/** The session's file is described twice, in headers and in the body; where both speak they must agree. */
function sessionRoute(server: HttpServer, uploads: UploadsService): void {
  route(server, createUpload, async ({ body, headers, principal }) => {
    const size = headers[RECORDING_SIZE_HEADER]
    if (size !== undefined && Number(size) !== body.file_size)
      throw invalid(RECORDING_SIZE_HEADER, `says ${size}, file_size says ${body.file_size}`)
    const type = headers[RECORDING_TYPE_HEADER]
    if (type !== undefined && type !== body.file_type)
      throw invalid(RECORDING_TYPE_HEADER, `says ${type}, file_type says ${body.file_type}`)
    const by = { userId: principal.userId, email: principal.emails[0] ?? principal.userName }
    const upload = await uploads.create(by, body)
    return {
      meeting_id: upload.meetingId,
      upload_url: pathOf(putPiece, { id: upload.id }),
      next_byte_range: { start: 0, end: Math.min(UPLOAD_CHUNK_BYTES, upload.totalBytes) - 1 },
    }
  })
}

function chunkRoute(app: HttpServer, uploads: UploadsService): void {
  // The body is never gathered: it streams from the socket into the storage.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload))

  route(
    app,
    putPiece,
    async ({ headers, params, principal, raw }, reply) => {
      const range = parseContentRange(headers['content-range'])
      assertLength(headers['content-length'], range)
      const chunk = {
        uploadId: params.id,
        userId: principal.userId,
        range,
        source: (raw as Readable).iterator({ destroyOnReturn: false }),
        interrupt: () => raw.destroy(),
      }
      const answer = await uploads.receive(chunk).catch(error => {
        if (error instanceof UploadGapError) reply.headers(heldRange(error.held))
        throw error
      })
      if (answer.kind === 'complete') return meetingDetail(answer.meeting)
      return reply.code(308).headers(heldRange(answer.held)).send()
    },
    { bodyLimit: Number.MAX_SAFE_INTEGER },
  )
}

function assertLength(header: string | undefined, range: ReturnType<typeof parseContentRange>): void {
  const named = range.kind === 'query' ? 0 : range.end - range.start + 1
  if (header === undefined || Number(header) === named) return
  throw invalid('content-range', `names ${named} bytes, the body has ${header}`)
}
