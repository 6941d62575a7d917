import { importTranscript } from '@livetap/contract/calls/transcripts'
import type { HttpServer } from '../../../platform/http/create-http-server'
import { unsupportedType } from '../../../platform/http/errors'
import { receiveBytes, streamBodies, whenGone } from '../../../platform/http/receive-file'
import { route } from '../../../platform/http/route'
import type { ParserPool } from '../../../platform/parser-pool/parser-pool'
import { meetingDetail } from '../../meetings'
import type { TranscriptImporter } from './transcript-importer'

/** Ten thousand lines with their words. */
const IMPORT_BYTES = 32 * 1024 * 1024

export function importRoutes(
  server: HttpServer,
  { importer, parsers }: { importer: TranscriptImporter; parsers: ParserPool },
): void {
  void server.register(async app => {
    streamBodies(app)
    route(
      app,
      importTranscript,
      async ({ raw, headers, principal }, reply) => {
        if (!/^application\/json\b/i.test(headers['content-type'] ?? ''))
          throw unsupportedType('A JSON body is needed')
        const signal = whenGone(reply)
        return await parsers.withPlace(principal.userId, async () => {
          const json = await receiveBytes(raw, IMPORT_BYTES)
          return meetingDetail(await importer.import(json, principal, signal))
        })
      },
      {
        bodyLimit: Number.MAX_SAFE_INTEGER,
        readsBody: true,
      },
    )
  })
}
