import type { Readable } from 'node:stream'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/schema'
import type { ByteRange, Storage, StoredObject } from './storage'

/** Any constant of our own. A backup holds it: meanwhile nothing is deleted from the storage. */
export const HOLD_LOCK = 7_405_331
const BATCH = 200

declare module '../db/schema' {
  interface DB {
    deferred_deletion: { key: string; size: number; modified_at: Date }
  }
}

/**
 * A storage whose deletions wait while a backup runs: the database of its moment still names what would be gone. They
 * are kept in a table and done by `sweep` when the backup is over, or was killed.
 */
export class DeferringStorage implements Storage {
  readonly localPath?: (key: string) => string

  constructor(
    private readonly storage: Storage,
    private readonly db: Kysely<DB>,
  ) {
    if (storage.localPath) this.localPath = key => storage.localPath!(key)
  }

  put(key: string, content: Readable | Uint8Array): Promise<StoredObject> {
    return this.storage.put(key, content)
  }

  get(key: string, range?: ByteRange): Promise<Readable> {
    return this.storage.get(key, range)
  }

  stat(key: string): Promise<StoredObject | undefined> {
    return this.storage.stat(key)
  }

  list(prefix: string): AsyncIterable<StoredObject> {
    return this.storage.list(prefix)
  }

  check(): Promise<void> {
    return this.storage.check()
  }

  async delete(key: string): Promise<void> {
    if (await this.#unlessHeld(() => this.storage.delete(key))) return
    const found = await this.storage.stat(key)
    if (!found) return
    await this.db
      .insertInto('deferred_deletion')
      .values({ key, size: found.size, modified_at: found.modifiedAt })
      .onConflict(conflict =>
        conflict.column('key').doUpdateSet({ size: found.size, modified_at: found.modifiedAt }),
      )
      .execute()
  }

  /** What was put again since its deletion stays. */
  async sweep(): Promise<void> {
    for (;;) {
      const rows = await this.db.selectFrom('deferred_deletion').selectAll().limit(BATCH).execute()
      for (const row of rows) {
        const done = await this.#unlessHeld(async () => {
          const found = await this.storage.stat(row.key)
          const isSame = found?.size === row.size && found.modifiedAt.getTime() === row.modified_at.getTime()
          if (isSame) await this.storage.delete(row.key)
        })
        if (!done) return
        await this.db.deleteFrom('deferred_deletion').where('key', '=', row.key).execute()
      }
      if (rows.length < BATCH) return
    }
  }

  /** False where a backup runs. One that begins meanwhile waits for the work. */
  async #unlessHeld(work: () => Promise<void>): Promise<boolean> {
    return await this.db.transaction().execute(async tx => {
      const { rows } = await sql<{ free: boolean }>`
        select pg_try_advisory_xact_lock_shared(${HOLD_LOCK}) as free
      `.execute(tx)
      if (!rows[0]?.free) return false
      await work()
      return true
    })
  }
}
