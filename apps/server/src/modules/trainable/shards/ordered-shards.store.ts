import type { ShardOrder } from '@livetap/contract'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../platform/db/schema'
import { Store } from '../../../platform/db/store'
import type { Shard } from './shard'
import type { ShardFilter } from './shard-filter'
import { matches } from './shard-filter.store'
import { type OrderPlace, orderKey } from './shard-order.store'
import { shardColumns, shardOf } from './shard-row'

export interface OrderedPage {
  order: ShardOrder
  /** The place of the last one already read. */
  after?: OrderPlace
  limit: number
}

export class OrderedShardsStore extends Store {
  async page(filter: ShardFilter, page: OrderedPage): Promise<Shard[]> {
    const rows = await orderedQuery(this.db, filter, page).execute()
    return rows.map(shardOf)
  }
}

/**
 * The index of an order holds its key after the region, so that a page reads no more rows than it shows. They are found
 * before anything is joined: a join may cost the index its order.
 */
export function orderedQuery(db: Kysely<DB>, filter: ShardFilter, { order, after, limit }: OrderedPage) {
  const key = sql.join(orderKey(order))
  const found = db
    .selectFrom('shard')
    .selectAll('shard')
    .where(matches(filter))
    .$if(after !== undefined, query => query.where(sql<boolean>`(${key}) > (${sql.join(after ?? [])})`))
    .orderBy(key)
    .limit(limit)
    .as('shard')
  return db
    .selectFrom(found)
    .innerJoin('meeting', 'meeting.id', 'shard.meeting_id')
    .select(shardColumns)
    .orderBy(key)
}
