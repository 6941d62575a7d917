import type { Generated } from 'kysely'
import type {} from '../../platform/db/schema'

/** The fleet's table of migration 0020. */
export interface FleetTables {
  fleet_worker: {
    id: string
    cluster: string
    region: string
    capacity: number
    running: Generated<number>
    host: string
    started_at: Generated<Date>
    heartbeat_at: Generated<Date>
  }
}

declare module '../../platform/db/schema' {
  interface DB extends FleetTables {}
}
