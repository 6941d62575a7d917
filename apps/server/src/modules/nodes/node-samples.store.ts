import { sql } from 'kysely'
import { Store } from '../../platform/db/store'

export interface NodeSample {
  pod: string
  /** The minute, by the database's clock. */
  at: Date
  memoryBytes: number
  queue: number
  /** Of running calls: what was recognised since the sample before, and how long that took. */
  live: { soundMs: number; workMs: number }
}

const KEPT = sql`interval '6 hours'`

/** How each process did, minute by minute. */
export class NodeSamplesStore extends Store {
  /** The first of a minute counts. What is older than it is kept goes. */
  async add({ pod, memoryBytes, queue, live }: Omit<NodeSample, 'at'>): Promise<void> {
    const at = sql<Date>`date_trunc('minute', clock_timestamp())`
    await this.db
      .insertInto('node_sample')
      .values({
        pod,
        at,
        memory_bytes: memoryBytes,
        queue,
        live_sound_ms: Math.round(live.soundMs),
        live_work_ms: Math.round(live.workMs),
      })
      .onConflict(conflict => conflict.doNothing())
      .execute()
    await this.db.deleteFrom('node_sample').where('at', '<', sql<Date>`clock_timestamp() - ${KEPT}`).execute()
  }

  /** Of the last hours, oldest first. */
  async recent(): Promise<NodeSample[]> {
    const rows = await this.db
      .selectFrom('node_sample')
      .selectAll()
      .where('at', '>=', sql<Date>`clock_timestamp() - ${KEPT}`)
      .orderBy('at')
      .orderBy('pod')
      .execute()
    return rows.map(({ pod, at, memory_bytes, queue, live_sound_ms, live_work_ms }) => ({
      pod,
      at,
      memoryBytes: Number(memory_bytes),
      queue,
      live: { soundMs: Number(live_sound_ms), workMs: Number(live_work_ms) },
    }))
  }
}
