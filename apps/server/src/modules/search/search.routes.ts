import { relatedMoments, search } from '@livetap/contract/calls/search'
import type { HttpServer } from '../../platform/http/create-http-server'
import { routesOf } from '../../platform/http/route'
import type { SearchService } from './search.service'

export function searchRoutes(server: HttpServer, service: SearchService): void {
  const on = routesOf(server)
  on(relatedMoments, ({ params, query, principal }) =>
    service.related(principal, { meetingId: params.id, lineId: query.line, limit: query.limit }),
  )
  on(search, ({ query, principal }) => service.search(principal, query))
}
