import type { Generated, JSONColumnType } from 'kysely'

declare module '../../../platform/db/schema' {
  interface DB {
    ledger_event: {
      id: Generated<number>
      meeting: string
      name: string
      time: Date
      fields: JSONColumnType<Record<string, unknown>>
      /** Null in rows of before the chain, until the server has chained them. */
      number: number | null
      hash: Buffer | null
      /** A salted digest for each field that names a person. */
      people: JSONColumnType<Record<string, string>>
    }
    ledger_head: { meeting: string; number: number; hash: Buffer; seal: string }
    ledger_person: { meeting: string; number: number; field: string; salt: Buffer; value: string }
    ledger_tombstone: {
      meeting: string
      number: number
      hash: Buffer
      removed_at: Date
      reason: string
      seal: string
    }
  }
}
