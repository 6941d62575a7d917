import { type CapacitiesAnswer, clusterCapacitiesPath } from '@livetap/contract'
import type { HttpServer } from '../../platform/http/create-http-server'
import type { FleetService } from './fleet.service'

export function fleetRoutes(server: HttpServer, fleet: FleetService): void {
  server.get(
    clusterCapacitiesPath,
    { config: { entry: 'bearer' } },
    async (): Promise<CapacitiesAnswer> => fleet.capacities(),
  )
}
