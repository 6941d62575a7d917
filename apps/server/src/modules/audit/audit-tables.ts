import type { AuditResult } from '@livetap/contract'
import type { ColumnType, Generated, JSONColumnType } from 'kysely'

declare module '../../platform/db/schema' {
  interface DB {
    audit_entry: {
      id: Generated<number>
      at: Date
      /** Its day and node: `chainOf`. */
      chain: string
      /** Null until it is linked. */
      number: number | null
      hash: Buffer | null
      /** The id of a principal; empty where no one was signed in. */
      actor: string
      action: string
      target: string
      result: AuditResult
      fields: JSONColumnType<Record<string, unknown>>
      /** A salted digest for each field that names a person. */
      people: JSONColumnType<Record<string, string>>
      /** Only one entry has it. */
      once: string | null
      /** Of the entry as it was inserted. */
      seal: string
    }
    audit_person: { entry: number; field: string; salt: Buffer; value: string }
    /** Each chain has a number and an opening hash of itself and the chain before; the registry of them is number 0. */
    audit_chain: {
      chain: string
      serial: number
      opened_at: Date
      opening: Buffer
      number: number
      hash: Buffer
      seal: string
      removed_at: ColumnType<Date | null, Date | null | undefined, Date | null>
      reason: ColumnType<string | null, string | null | undefined, string | null>
      /** The seal of what is left when the entries have been removed. */
      stone: ColumnType<string | null, string | null | undefined, string | null>
    }
  }
}
