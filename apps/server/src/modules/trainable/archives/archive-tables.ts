import type { ArchiveFailure, ArchiveFilter, ArchiveStatus } from '@livetap/contract'
import type { Generated, JSONColumnType } from 'kysely'
import type {} from '../../../platform/db/schema'

/** The archives of migrations 0074, 0103, 0160 and 0190. */
export interface ArchiveTables {
  training_archive: {
    request_id: string
    region: string
    filter: JSONColumnType<ArchiveFilter>
    status: ArchiveStatus
    requested_by: string
    created_at: Generated<Date>
    finished_at: Date | null
    count: Generated<number>
    total: Generated<number>
    length_ms: Generated<number>
    bytes: Generated<number>
    /** Of a completed one; one whose file was removed has failed. */
    storage_key: string | null
    reason: ArchiveFailure | null
    error: string | null
  }
  /** Of which meetings a packed archive holds shards. */
  training_archive_meeting: {
    request_id: string
    meeting_id: string
  }
}

declare module '../../../platform/db/schema' {
  interface DB extends ArchiveTables {}
}
