import type { Kysely } from 'kysely'
import type { DB } from './schema'

/** Speaks SQL for one module, which creates it once and hands it to those that need it. */
export abstract class Store<Options = void> {
  constructor(
    protected readonly db: Kysely<DB>,
    protected readonly options: Options,
  ) {}

  /** The same store inside the caller's transaction: what it writes is kept if the transaction is. */
  within(tx: Kysely<DB>): this {
    return new (this.constructor as new (db: Kysely<DB>, options: Options) => this)(tx, this.options)
  }
}
