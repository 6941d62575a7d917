import { AsyncLocalStorage } from 'node:async_hooks'
import type { Kysely } from 'kysely'
import type { DB } from '../db/schema'
import type { AuditActor, AuditEntry, AuditWriter } from './audit-entry'

/** What the code that makes a change adds to the entry. */
export interface AuditNote {
  /** Where the call itself does not say who asks. */
  actor?: AuditActor
  target?: string
  fields?: Readonly<Record<string, unknown>>
}

/** One thing that a caller asks for, and its entry: kept once, with the first change that is made for it. */
export class AuditedCall {
  #isRecorded = false
  #isOver = false

  constructor(
    private readonly writer: AuditWriter,
    private readonly entry: AuditEntry,
  ) {}

  /** False where no change has kept it. */
  get isRecorded(): boolean {
    return this.#isRecorded
  }

  /** Whether a change that is made now can be the call's: not what goes on in the background after it. */
  get isOpen(): boolean {
    return !this.#isRecorded && !this.#isOver
  }

  async record({ fields, ...note }: AuditNote = {}, tx?: Kysely<DB>): Promise<void> {
    if (!this.isOpen) return
    this.#isRecorded = true
    await this.writer.record({ ...this.entry, ...note, fields: { ...this.entry.fields, ...fields } }, tx)
  }

  end(): void {
    this.#isOver = true
  }
}

const calls = new AsyncLocalStorage<AuditedCall>()

/** The changes that `work` makes are the call's. */
export const withinAuditedCall = <T>(call: AuditedCall, work: () => T): T => calls.run(call, work)

/** Keeps the entry of the call that asked for a change in the change's transaction. What the server does of its own accord has none. */
export async function recordChange(tx: Kysely<DB>, note?: AuditNote): Promise<void> {
  await calls.getStore()?.record(note, tx)
}

/** The same around a change without a transaction of its own; `noteOf` gives nothing where nothing changed. */
export async function changeWithEntry<T>(
  db: Kysely<DB>,
  change: (db: Kysely<DB>) => Promise<T>,
  noteOf: (result: T) => AuditNote | undefined,
): Promise<T> {
  if (calls.getStore()?.isOpen !== true) return await change(db)
  const changed = async (tx: Kysely<DB>) => {
    const result = await change(tx)
    const note = noteOf(result)
    if (note) await recordChange(tx, note)
    return result
  }
  return db.isTransaction ? await changed(db) : await db.transaction().execute(changed)
}
