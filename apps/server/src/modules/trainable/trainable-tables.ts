import type { HumanSource, ShardPeaks } from '@livetap/contract'
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type {} from '../../platform/db/schema'
import type { StoredWord } from '../transcripts'
import type { ShardTurn } from './shards/shard'

type Optional<Value> = ColumnType<Value | null, Value | null | undefined, Value | null>

/** The shards of migration 0012, with what 0070, 0102 and 0200 added, and their edits. */
export interface TrainableTables {
  shard: {
    id: string
    meeting_id: string
    region: string
    site_name: string
    source: string
    storage_key: string
    start_offset_ms: number
    end_offset_ms: number
    length_ms: GeneratedAlways<number>
    csi: number | null
    ci_uuid: Optional<string>
    participant_id: Optional<string>
    global_participant_id: Optional<string>
    speaker_ids: JSONColumnType<string[]>
    transcript: string
    words: JSONColumnType<StoredWord[]>
    turns: ColumnType<ShardTurn[], string | undefined, string>
    transcript_type: string
    language_code: string
    language_inferred: boolean
    is_evaluation: Generated<boolean>
    version: Generated<number>
    human_text: Optional<string>
    human_by: Optional<string>
    human_at: Optional<Date>
    human_source: Optional<HumanSource>
    unusable_reason: Optional<string>
    unusable_by: Optional<string>
    unusable_at: Optional<Date>
    peaks: ColumnType<ShardPeaks | null, string | null, string | null>
    audio_bytes: Optional<number>
    /** In thousandths. */
    confidence: Optional<number>
    meeting_start_ms: Generated<number>
    created_second: Generated<number>
    created_at: Generated<Date>
    updated_at: Generated<Date>
  }
  shard_edit: {
    id: GeneratedAlways<number>
    meeting_id: string
    /** Null: it found no place when its meeting was processed again. */
    shard_id: string | null
    csi: number | null
    /** Two people of a call may have the same csi. */
    participant_id: string | null
    start_offset_ms: number
    end_offset_ms: number
    kind: 'transcript' | 'unusable' | 'usable'
    /** Of transcripts alone. */
    version: number | null
    /** The transcript, or the reason. */
    text: string
    before: string
    source: HumanSource
    edited_by: string
    edited_at: Generated<Date>
  }
}

declare module '../../platform/db/schema' {
  interface DB extends TrainableTables {}
}
