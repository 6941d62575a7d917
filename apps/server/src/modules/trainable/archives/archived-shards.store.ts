import { sql } from 'kysely'
import { Store } from '../../../platform/db/store'
import type { Shard } from '../shards/shard'
import type { ShardFilter, ShardPosition } from '../shards/shard-filter'
import { matches } from '../shards/shard-filter.store'
import type { ShardsStore, ShardTotals } from '../shards/shards.store'

/** Which shards an archive holds. */
export interface ArchiveSelection {
  filter: ShardFilter
  /** Begins behind this one. */
  after?: ShardPosition
  /** Ends before the shard that would make all of them longer. */
  maxTotalMs?: number
}

/** Held in memory with their words. */
const PAGE = 200
/** 16 kHz FLAC of speech, where the size of a file was not kept. */
const BYTES_PER_MS = 16

/** The shards of an archive, in the order of the listing. */
export class ArchivedShardsStore extends Store<{ shards: ShardsStore }> {
  async *read({
    filter,
    after,
    maxTotalMs = Number.POSITIVE_INFINITY,
  }: ArchiveSelection): AsyncGenerator<Shard> {
    let totalMs = 0
    for (let from = after; ; ) {
      const page = await this.options.shards.page(filter, { limit: PAGE, after: from })
      for (const shard of page) {
        totalMs += shard.lengthMs
        if (totalMs > maxTotalMs) return
        yield shard
      }
      from = page.at(-1)
      if (page.length < PAGE) return
    }
  }

  async totals({ filter, after, maxTotalMs }: ArchiveSelection): Promise<ShardTotals> {
    const found = this.db
      .selectFrom('shard')
      .select([
        'length_ms',
        sql<number>`coalesce(audio_bytes, length_ms * ${BYTES_PER_MS})`.as('bytes'),
        sql<number>`sum(length_ms) over (order by created_second, id)`.as('so_far'),
      ])
      .where(matches(filter))
      .$if(after !== undefined, query =>
        query.where(sql<boolean>`(created_second, id) > (${after?.createdSecond}, ${after?.id})`),
      )
    const { count, lengthMs, audioBytes } = await this.db
      .selectFrom(found.as('found'))
      .select([
        sql<number>`count(*)::bigint`.as('count'),
        sql<number>`coalesce(sum(length_ms), 0)::bigint`.as('lengthMs'),
        sql<number>`coalesce(sum(bytes), 0)::bigint`.as('audioBytes'),
      ])
      .$if(maxTotalMs !== undefined, query => query.where('so_far', '<=', maxTotalMs!))
      .executeTakeFirstOrThrow()
    return { count: Number(count), lengthMs: Number(lengthMs), audioBytes: Number(audioBytes) }
  }
}

/** The shards of these ids, in the order given; those that are gone are left out. */
export async function* shardsById(shards: ShardsStore, ids: Iterable<string>): AsyncGenerator<Shard> {
  for (const id of ids) {
    const shard = await shards.find(id)
    if (shard) yield shard
  }
}
