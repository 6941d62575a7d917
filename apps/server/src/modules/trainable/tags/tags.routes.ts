import { readVendorTags } from '@livetap/contract/calls/vendor-tags'
import type { HttpServer } from '../../../platform/http/create-http-server'
import { streamBodies, whenGone, withReceivedFile } from '../../../platform/http/receive-file'
import { route } from '../../../platform/http/route'
import type { ParserPool } from '../../../platform/parser-pool/parser-pool'
import { vendorTagsTask } from './vendor-tags-task'

const MAX_ZIP_BYTES = 256 * 1024 * 1024

/** `folder` takes the zip while it is read. */
export function tagsRoutes(server: HttpServer, parsers: ParserPool, folder: string): void {
  void server.register(async app => {
    streamBodies(app)
    route(
      app,
      readVendorTags,
      async ({ raw, principal }, reply) => {
        const signal = whenGone(reply)
        // The place is free again before the answer is sent: who sends one file after the other needs one place.
        const json = await parsers.withPlace(principal.userId, () =>
          withReceivedFile(raw, { field: 'file', maxBytes: MAX_ZIP_BYTES, folder }, ({ path }) =>
            parsers.readOne(vendorTagsTask, { path }, { userId: principal.userId, signal }),
          ),
        )
        return await reply.type('application/json; charset=utf-8').send(json)
      },
      { bodyLimit: Number.MAX_SAFE_INTEGER },
    )
  })
}
