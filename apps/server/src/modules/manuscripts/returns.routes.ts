import { returnProject } from '@livetap/contract/calls/manuscripts'
import type { HttpServer } from '../../platform/http/create-http-server'
import { streamBodies, whenGone, withReceivedFile } from '../../platform/http/receive-file'
import { route } from '../../platform/http/route'
import type { ParserPool } from '../../platform/parser-pool/parser-pool'
import type { ManuscriptsService } from './manuscripts.service'

const MAX_ZIP_BYTES = 256 * 1024 * 1024

/** What vendors send back; `folder` takes the zip while it is read. */
export function returnsRoutes(
  server: HttpServer,
  { projects, parsers, folder }: { projects: ManuscriptsService; parsers: ParserPool; folder: string },
): void {
  void server.register(async app => {
    streamBodies(app)
    route(
      app,
      returnProject,
      async ({ params, raw, principal }, reply) => {
        const project = await projects.awaiting(params.id)
        const signal = whenGone(reply)
        return await parsers.withPlace(principal.userId, () =>
          withReceivedFile(raw, { field: 'file', maxBytes: MAX_ZIP_BYTES, folder }, ({ path, fileName }) =>
            projects.importReturn(project, { path, name: fileName }, { ...principal, signal }),
          ),
        )
      },
      {
        bodyLimit: Number.MAX_SAFE_INTEGER,
      },
    )
  })
}
