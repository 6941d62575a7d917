import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type {} from '../../platform/db/schema'
import type { ResumableState } from '../../platform/storage/resumable'

/** `stored`: every byte is held, and the meeting has not been handed to the pipeline yet. */
export type UploadState = 'open' | 'stored' | 'complete' | 'expired'

/** The table of migration 0011, as this module sees it. */
export interface UploadTables {
  upload_session: {
    id: string
    meeting_id: string
    user_id: string
    storage_key: string
    total_bytes: number
    held_bytes: Generated<number>
    storage_state: JSONColumnType<ResumableState>
    state: UploadState
    writer: string | null
    writer_until: ColumnType<Date | null, Date | null | undefined, Date | null>
    created_at: Generated<Date>
    updated_at: Generated<Date>
    expires_at: ColumnType<Date, Date, Date>
  }
}

declare module '../../platform/db/schema' {
  interface DB extends UploadTables {}
}
