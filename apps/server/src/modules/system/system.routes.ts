import { getOverview } from '@livetap/contract/calls/overview'
import { drainNode, systemHistory, systemState } from '@livetap/contract/calls/system'
import type { HttpServer } from '../../platform/http/create-http-server'
import { notFound } from '../../platform/http/errors'
import { route } from '../../platform/http/route'
import type { OverviewService } from './overview.service'
import type { SystemService } from './system.service'

export function systemRoutes(server: HttpServer, system: SystemService, overview: OverviewService): void {
  route(server, getOverview, async ({ principal }) => overview.counts(principal))

  route(server, systemState, async ({ principal }) => system.state(principal))

  route(server, systemHistory, async () => system.history())

  route(server, drainNode, async ({ params: { pod }, body: { draining }, principal }) => {
    if (!(await system.drain(pod, draining, principal.userName))) throw notFound('There is no such node')
    return { pod, draining }
  })
}
