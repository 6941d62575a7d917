import type { Kysely } from 'kysely'
import { type AuditNote, changeWithEntry, recordChange } from '../audit/audited-call'
import type { DB } from './schema'

/** Speaks SQL for one module, which creates it once and hands it to those that need it. */
export abstract class Store<Options = void> {
  constructor(
    protected readonly db: Kysely<DB>,
    protected readonly options: Options,
  ) {}

  /** In a transaction: the caller's, where the store is inside one. */
  protected async atomically<T>(action: (db: Kysely<DB>) => Promise<T>): Promise<T> {
    return this.db.isTransaction ? await action(this.db) : await this.db.transaction().execute(action)
  }

  /** Keeps the audit entry of the call that asked for the change that `tx` makes. Called once it is certain. */
  protected audited(tx: Kysely<DB>, note?: AuditNote): Promise<void> {
    return recordChange(tx, note)
  }

  /** A change without a transaction of its own: it has one with the entry of the call that asks for it. `noteOf` gives nothing where nothing changed. */
  protected async withEntry<T>(
    change: (db: Kysely<DB>) => Promise<T>,
    noteOf: (result: T) => AuditNote | undefined,
  ): Promise<T> {
    return await changeWithEntry(this.db, change, noteOf)
  }

  /** The same store inside the caller's transaction: what it writes is kept if the transaction is. */
  within(tx: Kysely<DB>): this {
    return new (this.constructor as new (db: Kysely<DB>, options: Options) => this)(tx, this.options)
  }
}
