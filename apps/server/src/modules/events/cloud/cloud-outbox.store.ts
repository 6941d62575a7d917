import { type Generated, sql } from 'kysely'
import { Store } from '../../../platform/db/store'
import type { LogRow } from '../event-rows'

declare module '../../../platform/db/schema' {
  interface DB {
    cloud_outbox: {
      id: Generated<number>
      log_time: Date
      log_id: number
      claimed_until: Generated<Date>
    }
  }
}

/** `log` is absent where the entry is past its retention. */
export interface ClaimedEntry {
  id: number
  log: (LogRow & { id: number }) | undefined
}

/** Log entries that are committed and not yet in the cloud, shared by all nodes. */
export class CloudOutboxStore extends Store {
  /** The oldest that no node is sending; a claim ends by itself when its node dies. */
  async claim(limit: number, forMs: number): Promise<ClaimedEntry[]> {
    const { rows } = await sql<ClaimedEntry>`
      with claimed as (
        update cloud_outbox set claimed_until = now() + ${forMs} * interval '1 millisecond'
        where id in (
          select id from cloud_outbox where claimed_until < now() order by id limit ${limit} for update skip locked
        )
        returning id, log_time, log_id
      )
      select claimed.id, to_jsonb(log_event) as log
      from claimed left join log_event on log_event.time = log_time and log_event.id = log_id
      order by claimed.id
    `.execute(this.db)
    return rows.map(({ id, log }) => ({
      id: Number(id),
      log: log ? { ...log, time: new Date(log.time) } : undefined,
    }))
  }

  async remove(ids: readonly number[]): Promise<void> {
    await sql`delete from cloud_outbox where id = any(${ids}::bigint[])`.execute(this.db)
  }

  async release(ids: readonly number[]): Promise<void> {
    await sql`
      update cloud_outbox set claimed_until = '-infinity' where id = any(${ids}::bigint[])
    `.execute(this.db)
  }

  /** Entries that were removed before they could be sent. */
  async removeOrphans(): Promise<void> {
    await sql`
      delete from cloud_outbox where not exists (
        select 1 from log_event where time = log_time and log_event.id = log_id
      )
    `.execute(this.db)
  }

  /** The newest entry that waits; undefined when none does. */
  async newest(): Promise<number | undefined> {
    const { rows } = await sql<{ id: number | null }>`select max(id) as id from cloud_outbox`.execute(this.db)
    return rows[0]?.id == null ? undefined : Number(rows[0].id)
  }

  async hasUpTo(id: number): Promise<boolean> {
    const { rows } = await sql`select 1 from cloud_outbox where id <= ${id} limit 1`.execute(this.db)
    return rows.length > 0
  }
}
