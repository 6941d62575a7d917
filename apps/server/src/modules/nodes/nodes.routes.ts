import { clusterCapacities } from '@livetap/contract/calls/capacities'
import type { HttpServer } from '../../platform/http/create-http-server'
import { route } from '../../platform/http/route'
import type { NodesService } from './nodes.service'

export function nodesRoutes(server: HttpServer, nodes: NodesService): void {
  route(server, clusterCapacities, async () => nodes.capacities())
}
