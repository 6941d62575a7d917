import { clusterCapacities } from '@livetap/contract/endpoints/capacities'
import type { HttpServer } from '../../platform/http/create-http-server'
import { route } from '../../platform/http/route'
import type { FleetService } from './fleet.service'

export function fleetRoutes(server: HttpServer, fleet: FleetService): void {
  route(server, clusterCapacities, async () => fleet.capacities())
}
