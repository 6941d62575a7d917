import { capacityOf } from '../../platform/config/capacity'
import type { Platform } from '../../platform/create-platform'
import type { HttpServer } from '../../platform/http/create-http-server'
import { fleetRoutes } from './fleet.routes'
import { FleetService } from './fleet.service'
import { FleetStore } from './fleet.store'
import { type FleetTimes, FleetWorker } from './fleet-worker'

export type FleetModule = ReturnType<typeof fleetModule>

export function fleetModule(
  { config, identity, database, media, metrics, log }: Platform,
  { times }: { times?: FleetTimes | undefined } = {},
) {
  const store = new FleetStore(database.kysely)
  const service = new FleetService(store, times?.silentMs)
  // Without a decoder nothing can be taken: another worker, or the next start, does it.
  const works = config.role !== 'gateway' && media.unavailableReason === undefined
  const { cluster, region } = config
  const member = works
    ? new FleetWorker({
        store,
        identity,
        cluster,
        region,
        capacity: capacityOf(config),
        log,
        ...(times && { times }),
      })
    : undefined
  if (member)
    metrics.gauge('livetap_recordings_running', 'Recordings under way in this process', () => member.running)
  return {
    service,
    store,
    /** This process as a worker; absent where it takes no recordings. */
    member,
    routes(server: HttpServer) {
      // A family is answered here or forwarded, never both.
      if (!config.upstreams.backend) fleetRoutes(server, service)
    },
    start: () => member?.start(),
    stop: () => member?.stop(),
  }
}
