import { returnProject } from '@livetap/contract/endpoints/manuscripts'
import type { HttpServer } from '../../platform/http/create-http-server'
import { tooMany } from '../../platform/http/errors'
import { streamBodies, withReceivedFile } from '../../platform/http/receive-file'
import { route } from '../../platform/http/route'
import { zipErrorAnswer } from '../../platform/zip/zip-error-answer'
import { manuscriptErrorAnswer } from './manuscript-error'
import type { ManuscriptsService } from './manuscripts.service'

const MAX_ZIP_BYTES = 256 * 1024 * 1024
/** Each writes many rows. */
const MAX_AT_ONCE = 4

/** What vendors send back; `folder` takes the zip while it is read. */
export function returnsRoutes(server: HttpServer, projects: ManuscriptsService, folder: string): void {
  void server.register(async app => {
    streamBodies(app)
    let running = 0
    route(
      app,
      returnProject,
      async ({ params, raw, principal }) => {
        const project = await projects.awaiting(params.id)
        if (running >= MAX_AT_ONCE)
          throw tooMany(5, 'Other returns are being taken in; try again in a moment')
        running++
        try {
          const options = { field: 'file', maxBytes: MAX_ZIP_BYTES, folder }
          return await withReceivedFile(raw, options, ({ path, fileName }) =>
            projects.takeIn(project, path, fileName, principal.userName),
          )
        } finally {
          running--
        }
      },
      {
        translate: error => manuscriptErrorAnswer(error) ?? zipErrorAnswer(error),
        bodyLimit: Number.MAX_SAFE_INTEGER,
      },
    )
  })
}
