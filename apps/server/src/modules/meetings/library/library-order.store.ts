import type { LibrarySort } from '@livetap/contract'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'

/** Where a meeting stands in an order: what the order goes by, and then its id. */
export type LibraryPlace = readonly [key: string | number, id: string]

interface Order {
  /** The words of the order's index. */
  key: RawBuilder<unknown>
  /** The key as a cursor keeps it, without loss. */
  kept: RawBuilder<string | number>
  /** The key of a cursor's value. */
  keyOf: (kept: string | number) => RawBuilder<unknown>
  place: z.ZodType<LibraryPlace>
}

type OrderName = LibrarySort extends infer Sort ? (Sort extends `-${string}` ? never : Sort) : never

/** Years 1685 to 2254. */
const MAX_MICROS = 9e15

/** A constant for the planner, which sees by it how many rows are left. */
function instantOf(micros: number): string {
  const ms = Math.floor(micros / 1000)
  return new Date(ms).toISOString().replace('Z', `${String(micros - ms * 1000).padStart(3, '0')}Z`)
}

const id = z.string().max(200)
const textKey = z.tuple([z.string().max(400), id])

const orders: Readonly<Record<OrderName & string, Order>> = {
  start: {
    key: sql`meeting.started_at`,
    // Microseconds: a Date of JavaScript would lose some.
    kept: sql`(extract(epoch from meeting.started_at) * 1000000)::bigint`,
    keyOf: kept => sql`${instantOf(Number(kept))}::timestamptz`,
    place: z.tuple([z.int().min(-MAX_MICROS).max(MAX_MICROS), id]),
  },
  title: {
    key: sql`lower(left(meeting.title, 200))`,
    kept: sql`lower(left(meeting.title, 200))`,
    keyOf: kept => sql`${kept}::text`,
    place: textKey,
  },
  length: {
    key: sql`coalesce(meeting.duration_ms, -1)`,
    kept: sql`coalesce(meeting.duration_ms, -1)`,
    keyOf: kept => sql`${kept}::bigint`,
    place: z.tuple([z.int(), id]),
  },
  host: {
    key: sql`lower(meeting.host_email)`,
    kept: sql`lower(meeting.host_email)`,
    keyOf: kept => sql`${kept}::text`,
    place: textKey,
  },
}

const orderOf = (sort: LibrarySort): Order => orders[sort.replace('-', '') as OrderName & string]
const isReverse = (sort: LibrarySort): boolean => sort.startsWith('-')

export const keptKey = (sort: LibrarySort) => orderOf(sort).kept

export function orderBy(sort: LibrarySort): RawBuilder<unknown> {
  const { key } = orderOf(sort)
  return isReverse(sort) ? sql`${key} desc, meeting.id desc` : sql`${key}, meeting.id`
}

/** Rows behind a place, found by the order's index: no row before it is read. */
export function isBehind(sort: LibrarySort, [kept, id]: LibraryPlace): RawBuilder<boolean> {
  const { key, keyOf } = orderOf(sort)
  const place = sql`(${keyOf(kept)}, ${id}::text)`
  return isReverse(sort)
    ? sql<boolean>`(${key}, meeting.id) < ${place}`
    : sql<boolean>`(${key}, meeting.id) > ${place}`
}

/** A place as a caller keeps it, with the order it is of. */
export const cursorOf = (sort: LibrarySort, place: LibraryPlace): string =>
  Buffer.from(JSON.stringify([sort, ...place])).toString('base64url')

/** Undefined for what is no cursor of this order. */
export function placeAt(sort: LibrarySort, cursor: string): LibraryPlace | undefined {
  try {
    const [of, ...place]: unknown[] = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    return of === sort ? orderOf(sort).place.safeParse(place).data : undefined
  } catch {
    return undefined
  }
}
