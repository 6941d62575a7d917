import { type RawBuilder, sql } from 'kysely'

/** The database's clock is one for all nodes, and a step of a node's own clock moves nothing that is stored. */
export const databaseNow: RawBuilder<Date> = sql<Date>`now()`

export const fromDatabaseNow = (ms: number): RawBuilder<Date> =>
  sql<Date>`now() + ${ms} * interval '1 millisecond'`
