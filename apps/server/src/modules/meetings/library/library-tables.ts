import type { Generated } from 'kysely'
import type {} from '../../../platform/db/schema'

/** The tables of migration 0420. */
interface LibraryTables {
  meeting_tag: {
    meeting_id: string
    /** Lower case, with single spaces. */
    tag: string
    added_by: string
    added_at: Generated<Date>
  }
  saved_view: {
    id: Generated<string>
    user_id: string
    name: string
    /** Of the screen's address. */
    query: string
    created_at: Generated<Date>
  }
}

declare module '../../../platform/db/schema' {
  interface DB extends LibraryTables {}
}
