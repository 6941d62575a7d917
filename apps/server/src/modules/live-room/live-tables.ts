import type { CustomPhrase } from '@livetap/contract'
import type { TimeRange } from '@livetap/transcript'
import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type {} from '../../platform/db/schema'

type OptionalInstant = ColumnType<Date | null, Date | null | undefined, Date | null>

/** A translation a user asked for: of one voice, into one language. */
export interface Translation {
  csi: number
  language: string
  interim: boolean
}

/** The tables of migrations 0030, 0032, 0033, 0077, 0113 and 0211, as this module sees them. */
export interface LiveTables {
  live_meeting: {
    meeting_id: string
    custom_phrases: JSONColumnType<CustomPhrase[]>
    earmuffs: Generated<boolean>
    recording: Generated<boolean>
    transcription: Generated<boolean>
    chimes: Generated<boolean>
    translations: ColumnType<Translation[], string | undefined, string>
    node_id: string | null
    node_url: string | null
    fencing_token: Generated<number>
    last_client_at: Generated<Date>
    end_requested_by: string | null
    end_reason: string | null
    seq_reserved: Generated<number>
    mixed_at: OptionalInstant
    pod: Generated<string | null>
    up_at: OptionalInstant
    connected_at: OptionalInstant
    joined_at: OptionalInstant
    updated_at: Generated<Date>
  }
  live_stream: {
    meeting_id: string
    id: string
    number: number
    speaker: number | null
    client_id: string
    user_id: string | null
    csi: number
    name: string
    anchor_ms: number
    base_ms: number
    created_at: Generated<Date>
    unheard: ColumnType<TimeRange[], string | undefined, string>
    is_closed: Generated<boolean>
    hurried: ColumnType<TimeRange[], string | undefined, string>
    shared: ColumnType<boolean | null, boolean | null | undefined, boolean | null>
    voices: Generated<number>
    untold: Generated<boolean>
    traceparent: ColumnType<string | null, string | null | undefined, never>
  }
  live_event: {
    meeting_id: string
    seq: number
    type: string
    message: JSONColumnType<object>
  }
  live_period: {
    meeting_id: string
    kind: string
    from_ms: number
    to_ms: number
  }
  live_inbox: {
    id: Generated<number>
    meeting_id: string
    message: JSONColumnType<object>
  }
}

declare module '../../platform/db/schema' {
  interface DB extends LiveTables {}
}
