import { type Kysely, sql } from 'kysely'
import type { Role } from '../../platform/config/config'
import type { DB } from '../../platform/db/schema'
import type {} from './node-tables'

export interface NodeRecord {
  /** The process. */
  pod: string
  /** The node that the process is, the same after a restart. */
  id: string
  role: Role
  cluster: string
  region: string
  host: string
  capacity: number
}

export interface Load {
  /** Recordings under way. */
  recordings: number
  /** Live meetings. */
  calls: number
}

export interface NodeLoad extends Load {
  cluster: string
  region: string
  capacity: number
}

/** Times are the database's own: nodes on several machines need not agree on theirs. */
export const notSilent = (silentMs: number) =>
  sql<boolean>`node.heartbeat_at > clock_timestamp() - ${silentMs} * interval '1 millisecond'`

export class NodesStore {
  constructor(private readonly db: Kysely<DB>) {}

  /** Makes the process known, or known again after it was taken for gone. */
  async heartbeat(node: NodeRecord, load: Load): Promise<void> {
    const now = sql<Date>`clock_timestamp()`
    await this.db
      .insertInto('node')
      .values({ ...node, ...load, heartbeat_at: now })
      .onConflict(conflict => conflict.column('pod').doUpdateSet({ ...load, heartbeat_at: now }))
      .execute()
  }

  async remove(pod: string): Promise<void> {
    await this.db.deleteFrom('node').where('pod', '=', pod).execute()
  }

  /** Forgets the processes that were this node before. */
  async removeEarlier({ id, pod }: NodeRecord): Promise<void> {
    await this.db.deleteFrom('node').where('id', '=', id).where('pod', '!=', pod).execute()
  }

  async isAlive(pod: string, silentMs: number): Promise<boolean> {
    const row = await this.db
      .selectFrom('node')
      .select('pod')
      .where('pod', '=', pod)
      .where(notSilent(silentMs))
      .executeTakeFirst()
    return row !== undefined
  }

  /** Forgets processes that have been silent for long. */
  async forgetSilent(silentMs: number): Promise<void> {
    await this.db
      .deleteFrom('node')
      .where(({ not }) => not(notSilent(silentMs)))
      .execute()
  }

  /** Of the processes that are there. */
  async loads(silentMs: number): Promise<NodeLoad[]> {
    return await this.db
      .selectFrom('node')
      .select(['cluster', 'region', 'capacity', 'recordings', 'calls'])
      .where(notSilent(silentMs))
      .orderBy('cluster')
      .orderBy('region')
      .execute()
  }

  async notify(channel: string, payload: string): Promise<void> {
    await sql`select pg_notify(${channel}, ${payload})`.execute(this.db)
  }
}
