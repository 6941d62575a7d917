import { type Kysely, sql } from 'kysely'
import type { DB } from '../../platform/db/schema'
import type {} from './fleet-tables'

export interface WorkerRecord {
  id: string
  cluster: string
  region: string
  capacity: number
  host: string
}

export interface ClusterLoad {
  cluster: string
  region: string
  capacity: number
  running: number
}

/** Times are the database's own: workers on several machines need not agree on theirs. */
export const notSilent = (silentMs: number) =>
  sql<boolean>`heartbeat_at > clock_timestamp() - ${silentMs} * interval '1 millisecond'`

export class FleetStore {
  constructor(private readonly db: Kysely<DB>) {}

  /** Makes the worker known, or known again after it was taken for gone. */
  async heartbeat(worker: WorkerRecord, running: number): Promise<void> {
    const now = sql<Date>`clock_timestamp()`
    await this.db
      .insertInto('fleet_worker')
      .values({ ...worker, running, heartbeat_at: now })
      .onConflict(conflict => conflict.column('id').doUpdateSet({ running, heartbeat_at: now }))
      .execute()
  }

  async remove(id: string): Promise<void> {
    await this.db.deleteFrom('fleet_worker').where('id', '=', id).execute()
  }

  async isLive(id: string, silentMs: number): Promise<boolean> {
    const row = await this.db
      .selectFrom('fleet_worker')
      .select('id')
      .where('id', '=', id)
      .where(notSilent(silentMs))
      .executeTakeFirst()
    return row !== undefined
  }

  /** Forgets workers that have been silent for long. */
  async forgetSilent(silentMs: number): Promise<void> {
    await this.db
      .deleteFrom('fleet_worker')
      .where(({ not }) => not(notSilent(silentMs)))
      .execute()
  }

  /** Of the workers that are there, by cluster and region. */
  async loads(silentMs: number): Promise<ClusterLoad[]> {
    return await this.db
      .selectFrom('fleet_worker')
      .select(({ fn }) => [
        'cluster',
        'region',
        fn.sum<number>('capacity').as('capacity'),
        fn.sum<number>('running').as('running'),
      ])
      .where(notSilent(silentMs))
      .groupBy(['cluster', 'region'])
      .orderBy('cluster')
      .orderBy('region')
      .execute()
  }
}
