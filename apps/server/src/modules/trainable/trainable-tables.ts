import type { Generated, JSONColumnType } from 'kysely'
import type {} from '../../platform/db/schema'
import type { StoredWord } from '../past-data'

/** The shards of migration 0012. */
export interface TrainableTables {
  shard: {
    id: string
    meeting_id: string
    storage_key: string
    start_offset_ms: number
    end_offset_ms: number
    csi: number | null
    speaker_ids: JSONColumnType<string[]>
    transcript: string
    words: JSONColumnType<StoredWord[]>
    transcript_type: string
    language_code: string
    language_inferred: boolean
    is_evaluation: Generated<boolean>
    created_at: Generated<Date>
  }
}

declare module '../../platform/db/schema' {
  interface DB extends TrainableTables {}
}
