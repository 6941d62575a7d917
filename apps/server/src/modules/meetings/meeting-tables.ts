import type { MeetingStatus } from '@livetap/contract'
import type { ColumnType, Generated } from 'kysely'
import type {} from '../../platform/db/schema'

type Instant = ColumnType<Date, Date, Date>
type OptionalInstant = ColumnType<Date | null, Date | null | undefined, Date | null>

/** The tables of migrations 0010 and 0310, as this module sees them. */
export interface MeetingTables {
  meeting: {
    id: string
    title: string
    host_user_id: string
    host_email: string
    site_id: string
    site_name: string
    number: Generated<string>
    series: Generated<string>
    conference_id: Generated<string>
    sip_address: Generated<string>
    source: string
    region: string
    language: string | null
    enable_ensemble: boolean
    sharder: string
    trainable_shard_percent: number
    status: MeetingStatus
    stage: Generated<string>
    progress: Generated<number>
    error: string | null
    created_at: Generated<Date>
    started_at: Instant
    ended_at: OptionalInstant
    updated_at: Generated<Date>
    duration_ms: number | null
    has_video: Generated<boolean>
    has_sound: Generated<boolean>
    recording_key: string | null
    recording_name: Generated<string>
    recording_type: Generated<string>
    recording_bytes: number | null
    /** Grows with every change of the transcript, the highlights or the speakers' names. */
    transcript_revision: Generated<number>
    /** Null: the host. */
    owner_user_id: Generated<string | null>
    owner_email: Generated<string | null>
    team_id: Generated<string | null>
    restricted: Generated<boolean>
  }
  deleted_meeting: {
    id: string
    site_name: string
    source: string
    region: string
    started_at: Instant
    ended_at: OptionalInstant
    duration_ms: number | null
    deleted_at: Generated<Date>
    deleted_by: string
    files_deleted_at: OptionalInstant
    owner_user_id: Generated<string | null>
    restricted: Generated<boolean>
  }
}

declare module '../../platform/db/schema' {
  interface DB extends MeetingTables {}
}
