import type { AuditAction, AuditResult } from '@livetap/contract'
import type { Kysely } from 'kysely'
import type { DB } from '../db/schema'

export interface AuditActor {
  id: string
  name: string
}

/** Who did what to what, from where, with which result. */
export interface AuditEntry {
  /** Absent: no one was signed in. */
  actor?: AuditActor
  action: AuditAction
  /** The id of what it was done to; empty where it is the whole installation. */
  target?: string
  result?: AuditResult
  address?: string
  /** Of a read: whom it has one entry for; absent: the actor. */
  person?: string
  fields?: Readonly<Record<string, unknown>>
}

/** The transaction of a change. */
export type ChangeTransaction = Kysely<DB>

/** Writes the audit log. */
export interface AuditWriter {
  /** In the transaction of what it tells of, or, without one, by itself. */
  record(entry: AuditEntry, tx?: ChangeTransaction): Promise<void>
  /** Something was looked at: once for each person and target in ten minutes, off the hot path. */
  read(entry: AuditEntry): void
  /** It did not happen: the first time at once, repeats as one entry with their count. */
  refused(entry: AuditEntry): void
}
