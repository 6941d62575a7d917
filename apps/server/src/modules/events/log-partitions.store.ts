import { type Kysely, sql } from 'kysely'
import type { DB } from '../../platform/db/schema'
import { Store } from '../../platform/db/store'

const DAY_MS = 86_400_000
/** Today and the days after it: a server that cannot maintain its partitions for two days still writes to the right one. */
const DAYS_AHEAD = 3
/** Any constant of our own: one node at a time makes and drops partitions. */
const PARTITION_LOCK = 7_405_317

export interface PartitionChanges {
  made: string[]
  dropped: string[]
  /** Rows of the default partition that were past their time. */
  deleted: number
}

/** The partitions of `log_event`: made ahead of time, dropped when their day is past its retention. */
export class LogPartitionsStore extends Store {
  /** Nodes that run it together take turns; the second finds nothing to do. */
  async maintain(logDays: number, now = Date.now()): Promise<PartitionChanges> {
    const today = Math.floor(now / DAY_MS) * DAY_MS
    return this.db.transaction().execute(async tx => {
      // Writers must not queue behind a drop that itself waits for a long query.
      await sql`set local lock_timeout = '5s'`.execute(tx)
      await sql`select pg_advisory_xact_lock(${PARTITION_LOCK})`.execute(tx)
      const existing = new Set(await partitionNames(tx))
      const made: string[] = []
      for (let ahead = 0; ahead < DAYS_AHEAD; ahead++) {
        const day = today + ahead * DAY_MS
        if (existing.has(nameOf(day))) continue
        await makePartition(tx, day)
        made.push(nameOf(day))
      }
      const oldest = today - logDays * DAY_MS
      const dropped = [...existing].filter(name => dayOf(name) < oldest).sort()
      for (const name of dropped) await sql`drop table ${sql.table(name)}`.execute(tx)
      const { numAffectedRows } = await sql`
        delete from log_event_default where recorded_at < ${new Date(oldest)}
      `.execute(tx)
      return { made, dropped, deleted: Number(numAffectedRows ?? 0) }
    })
  }
}

const nameOf = (day: number) => `log_event_${new Date(day).toISOString().slice(0, 10).replaceAll('-', '')}`

/** Of the name of a day's partition; NaN of any other. */
const dayOf = (name: string) => {
  const [, year, month, day] = /^log_event_(\d{4})(\d\d)(\d\d)$/.exec(name) ?? []
  return Date.parse(`${year}-${month}-${day}T00:00:00Z`)
}

async function partitionNames(tx: Kysely<DB>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select child.relname as name from pg_inherits
    join pg_class as child on child.oid = pg_inherits.inhrelid
    where pg_inherits.inhparent = 'log_event'::regclass
  `.execute(tx)
  return rows.map(({ name }) => name).filter(name => !Number.isNaN(dayOf(name)))
}

/** Entries of that day may lie in the default partition already: they move, or the new one could not be attached. */
async function makePartition(tx: Kysely<DB>, day: number): Promise<void> {
  const table = sql.table(nameOf(day))
  const from = new Date(day)
  const to = new Date(day + DAY_MS)
  await sql`create table ${table} (like log_event including defaults including constraints)`.execute(tx)
  await sql`
    with moved as (delete from log_event_default where time >= ${from} and time < ${to} returning *)
    insert into ${table} select * from moved
  `.execute(tx)
  await sql`
    alter table log_event attach partition ${table}
    for values from (${sql.lit(from.toISOString())}) to (${sql.lit(to.toISOString())})
  `.execute(tx)
}
