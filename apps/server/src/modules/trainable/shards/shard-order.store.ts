import type { ShardOrder } from '@livetap/contract'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Shard } from './shard'

/** Where a shard stands in an order: what the order goes by, and then its id. */
export type OrderPlace = readonly (string | number)[]

/** Above every confidence: a shard without one comes last. */
const UNKNOWN = 1001

interface Order {
  /** The words of the order's index. */
  key: readonly RawBuilder<unknown>[]
  placeOf: (shard: Shard) => OrderPlace
  place: z.ZodType<OrderPlace>
}

const whole = z.int()
const id = z.string()

const orders: Record<ShardOrder, Order> = {
  meeting: {
    key: [
      sql.ref('shard.meeting_start_ms'),
      sql.ref('shard.meeting_id'),
      sql.ref('shard.start_offset_ms'),
      sql.ref('shard.id'),
    ],
    placeOf: shard => [shard.meetingStartMs, shard.meetingId, shard.startOffsetMs, shard.id],
    place: z.tuple([whole, id, whole, id]),
  },
  shortest: {
    key: [sql.ref('shard.length_ms'), sql.ref('shard.id')],
    placeOf: shard => [shard.lengthMs, shard.id],
    place: z.tuple([whole, id]),
  },
  least_certain: {
    key: [sql`coalesce(shard.confidence, ${sql.lit(UNKNOWN)})`, sql.ref('shard.id')],
    placeOf: shard => [thousandths(shard.confidence) ?? UNKNOWN, shard.id],
    place: z.tuple([whole, id]),
  },
}

/** As the database keeps a confidence. */
export const thousandths = (confidence: number | null | undefined): number | null =>
  Number.isFinite(confidence) ? Math.round(Math.min(1, Math.max(0, confidence!)) * 1000) : null

export const orderKey = (order: ShardOrder): readonly RawBuilder<unknown>[] => orders[order].key

export const placeOf = (order: ShardOrder, shard: Shard): OrderPlace => orders[order].placeOf(shard)

/** A place as a caller keeps it, with the order it is of. */
export const cursorOf = (order: ShardOrder, shard: Shard): string =>
  Buffer.from(JSON.stringify([order, ...placeOf(order, shard)])).toString('base64url')

/** Undefined for what is no cursor of this order. */
export function placeAt(order: ShardOrder, cursor: string): OrderPlace | undefined {
  try {
    const [of, ...place]: unknown[] = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    return of === order ? orders[order].place.safeParse(place).data : undefined
  } catch {
    return undefined
  }
}
