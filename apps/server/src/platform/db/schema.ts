import type { Generated } from 'kysely'

/**
 * Every table of the database. A module adds its own by declaration merging, next to its store:
 * `declare module '../../platform/db/schema' { interface DB { meeting: MeetingTable } }`.
 */
export interface DB {
  schema_migrations: { id: string; applied_at: Generated<Date>; compatible: Generated<boolean> }
  used_ticket: { id: string; expires_at: Date }
}
