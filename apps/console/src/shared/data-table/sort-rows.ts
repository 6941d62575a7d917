import { type Collated, collated, compareCollated } from './collation-key'
import type { DataColumn } from './data-column'

/** By the first; rows that are equal there by the next. */
export type Sorting = readonly { readonly id: string; readonly desc: boolean }[]

type Key = number | Collated | null

/** What each row of a list is sorted by, read once for each column. */
export class SortKeys<Row> {
  readonly #rows: readonly Row[]
  readonly #columns: readonly DataColumn<Row>[]
  readonly #keys = new Map<string, readonly Key[]>()

  constructor(rows: readonly Row[], columns: readonly DataColumn<Row>[]) {
    this.#rows = rows
    this.#columns = columns
  }

  /** Null last in both directions; rows that are equal stay in the order they came in. */
  sorted(sorting: Sorting): readonly Row[] {
    const orders = sorting.flatMap(({ id, desc }) => {
      const keys = this.#keysOf(id)
      return keys ? [{ keys, sign: desc ? -1 : 1 }] : []
    })
    if (orders.length === 0) return this.#rows
    const places = this.#rows.map((_, place) => place)
    places.sort((a, b) => {
      for (const { keys, sign } of orders) {
        const order = compareKeys(keys[a]!, keys[b]!, sign)
        if (order !== 0) return order
      }
      return a - b
    })
    return places.map(place => this.#rows[place]!)
  }

  #keysOf(id: string): readonly Key[] | undefined {
    const known = this.#keys.get(id)
    if (known) return known
    const column = this.#columns.find(one => one.id === id)
    if (!column) return undefined
    const keys = this.#rows.map(row => {
      const value = column.value(row)
      return typeof value === 'string' ? collated(value) : value
    })
    this.#keys.set(id, keys)
    return keys
  }
}

function compareKeys(a: Key, b: Key, sign: number): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1
  if (typeof a === 'number' && typeof b === 'number') return sign * (a - b)
  return sign * compareCollated(textOf(a), textOf(b))
}

const textOf = (key: number | Collated): Collated => (typeof key === 'number' ? collated(String(key)) : key)
