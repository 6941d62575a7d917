import type { ColumnType, Generated } from 'kysely'
import type {} from '../../platform/db/schema'

/** The tables of migration 0112. */
export interface KnownVoiceTables {
  /** Users who want voices that they name to be kept. */
  voice_memory: {
    user_id: string
    since: Generated<Date>
  }
  voice_print: {
    id: Generated<string>
    /** The host of the meeting. */
    user_id: string
    meeting_id: string
    speaker_id: string
    name: string
    named_at: Generated<Date>
    /** Null until the recording was listened to. */
    print: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>
    /** Which networks made it. */
    version: ColumnType<number | null, number | null | undefined, number | null>
    attempts: Generated<number>
  }
  voice_proposal: {
    meeting_id: string
    speaker_id: string
    print_id: string
    dismissed_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  }
}

declare module '../../platform/db/schema' {
  interface DB extends KnownVoiceTables {}
}
