import type { ColumnType, Generated } from 'kysely'
import type {} from '../../platform/db/schema'

type Instant = ColumnType<Date, Date, Date>

/** The table of migration 0080, as this module sees it. */
export interface ConferencingTables {
  /** What was scheduled; each time it is opened makes a meeting of the same number and series. */
  conference_series: {
    id: Generated<string>
    number: Generated<string>
    title: string
    host_user_id: string
    host_email: string
    site_id: string
    site_name: string
    start_at: Instant
    end_at: Instant
    created_at: Generated<Date>
  }
}

declare module '../../platform/db/schema' {
  interface DB extends ConferencingTables {}
}
