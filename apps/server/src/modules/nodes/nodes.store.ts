import { type Kysely, sql } from 'kysely'
import type { Role } from '../../platform/config/config'
import type { DB } from '../../platform/db/schema'
import { Store } from '../../platform/db/store'
import type { NodeReport } from './node-tables'

export interface NodeRecord {
  /** The process. */
  pod: string
  /** The node that the process is, the same after a restart. */
  id: string
  role: Role
  cluster: string
  region: string
  host: string
  /** Of its sockets: 'ws://host:port'; null where it has none. */
  url: string | null
  capacity: number
  version: string
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
  draining: boolean
}

/** Times are the database's own: nodes on several machines need not agree on theirs. */
export const notSilent = (silentMs: number) =>
  sql<boolean>`node.heartbeat_at > clock_timestamp() - ${silentMs} * interval '1 millisecond'`

export class NodesStore extends Store {
  /** Makes the process known, or known again after it was taken for gone; answers whether it shall take no more work. */
  async heartbeat(node: NodeRecord, load: Load, report: NodeReport | undefined): Promise<boolean> {
    const now = sql<Date>`clock_timestamp()`
    const said = { ...load, heartbeat_at: now, report: report && JSON.stringify(report) }
    const { draining } = await this.db
      .insertInto('node')
      .values({ ...node, ...said })
      .onConflict(conflict => conflict.column('pod').doUpdateSet(said))
      .returning('draining')
      .executeTakeFirstOrThrow()
    return draining
  }

  /** False where there is no such process. */
  async setDraining(pod: string, draining: boolean): Promise<boolean> {
    const update = (db: Kysely<DB>) =>
      db.updateTable('node').set({ draining }).where('pod', '=', pod).executeTakeFirst()
    const noteOf = (updated: { numUpdatedRows: bigint }) => (updated.numUpdatedRows > 0n ? {} : undefined)
    return (await this.withEntry(update, noteOf)).numUpdatedRows > 0n
  }

  async isDraining(pod: string): Promise<boolean> {
    const row = await this.db.selectFrom('node').select('draining').where('pod', '=', pod).executeTakeFirst()
    return row?.draining ?? false
  }

  /** The node with sockets that has the most room for a call, of those that are there and take work. */
  async leastLoaded(silentMs: number): Promise<{ id: string; url: string } | undefined> {
    return await this.db
      .selectFrom('node')
      .select(['id', 'url'])
      .where('url', 'is not', null)
      .where('draining', '=', false)
      .where(notSilent(silentMs))
      .orderBy(sql`recordings + calls - capacity`)
      .orderBy('pod')
      .$narrowType<{ url: string }>()
      .executeTakeFirst()
  }

  /** The other nodes of the region with sockets that are there, take work and have places, with how many. */
  async withPlace({ id, region }: Pick<NodeRecord, 'id' | 'region'>, silentMs: number) {
    const free = sql<number>`capacity - recordings - calls`
    return await this.db
      .selectFrom('node')
      .select(['id', 'url', free.as('free')])
      .where('id', '!=', id)
      .where('region', '=', region)
      .where('url', 'is not', null)
      .where('draining', '=', false)
      .where(free, '>', 0)
      .where(notSilent(silentMs))
      .orderBy('pod')
      .$narrowType<{ url: string }>()
      .execute()
  }

  /** Another process is there that takes recordings. */
  async othersTakeRecordings(pod: string, silentMs: number): Promise<boolean> {
    const row = await this.db
      .selectFrom('node')
      .select('pod')
      .where('pod', '!=', pod)
      .where('role', '!=', 'gateway')
      .where('draining', '=', false)
      .where(notSilent(silentMs))
      .limit(1)
      .executeTakeFirst()
    return row !== undefined
  }

  /** Every process that is known, those that have fallen silent too. */
  async all() {
    return await this.db
      .selectFrom('node')
      .selectAll()
      .select(sql<number>`(extract(epoch from clock_timestamp() - heartbeat_at) * 1000)::int`.as('silent_ms'))
      .orderBy('cluster')
      .orderBy('started_at')
      .execute()
  }

  async remove(pod: string): Promise<void> {
    await this.db.deleteFrom('node').where('pod', '=', pod).execute()
  }

  /** Forgets the processes that were this node before. */
  async removeEarlier({ id, pod }: Pick<NodeRecord, 'id' | 'pod'>): Promise<void> {
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
      .select(['cluster', 'region', 'capacity', 'recordings', 'calls', 'draining'])
      .where(notSilent(silentMs))
      .orderBy('cluster')
      .orderBy('region')
      .execute()
  }

  /** Of the processes that are there, those that take no new work. */
  async draining(silentMs: number): Promise<string[]> {
    const rows = await this.db
      .selectFrom('node')
      .select('pod')
      .where('draining', '=', true)
      .where(notSilent(silentMs))
      .orderBy('pod')
      .execute()
    return rows.map(({ pod }) => pod)
  }
}
