import {
  archiveInfo,
  cancelArchive,
  estimateArchive,
  listArchives,
  requestArchive,
} from '@livetap/contract/calls/training-archives'
import type { HttpServer } from '../../../platform/http/create-http-server'
import { routesOf } from '../../../platform/http/route'
import type { ArchivesService } from './archives.service'

export function archivesRoutes(server: HttpServer, archives: ArchivesService): void {
  const route = routesOf(server)
  route(requestArchive, async ({ body: { request_id, client_region, ...filter }, principal }) => {
    const requestedBy = principal.emails[0] ?? principal.userName
    const { sessionId } = principal
    return await archives.request(request_id, client_region, filter, { requestedBy, sessionId })
  })
  route(estimateArchive, async ({ body: { client_region, ...filter } }) =>
    archives.estimate(client_region, filter),
  )
  route(archiveInfo, async ({ params, principal }) => archives.info(params.request_id, principal.sessionId))
  route(listArchives, async ({ query, principal }) => ({
    archives: await archives.list(query.client_region, principal.sessionId),
  }))
  route(cancelArchive, async ({ params, principal }) =>
    archives.cancel(params.request_id, principal.sessionId),
  )
}
