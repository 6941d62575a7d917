import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type {} from '../../platform/db/schema'

/** A word as it is kept: text, start and end in milliseconds, and the confidence where the engine gave one. */
export type StoredWord = [text: string, startMs: number, endMs: number, confidence?: number]
export type StoredSegment = [speakerId: string, text: string]

type OptionalInstant = ColumnType<Date | null, Date | null | undefined, Date | null>

/** The tables of migrations 0012, 0033 and 0090, as this module sees them. */
export interface TranscriptTables {
  utterance: {
    id: string
    meeting_id: string
    start_ms: number
    end_ms: number
    text: string
    words: JSONColumnType<StoredWord[]>
    csis: JSONColumnType<number[]>
    speaker_ids: JSONColumnType<string[]>
    speaker_segments: JSONColumnType<StoredSegment[]>
    heard_as: JSONColumnType<string[]> | null
    transcript_type: string
    language_code: string
    confidence: number | null
    times_estimated: Generated<boolean>
    version: Generated<number>
    edited_by: string | null
    edited_at: OptionalInstant
  }
  utterance_version: {
    utterance_id: string
    version: number
    text: string
    words: JSONColumnType<StoredWord[]>
    speaker_segments: JSONColumnType<StoredSegment[]>
    edited_by: string | null
    edited_at: OptionalInstant
  }
  line_change: {
    id: string
    meeting_id: string
    made_by: string
    made_at: Generated<Date>
    before: JSONColumnType<{ utterances: object[]; versions: object[] }>
    after: JSONColumnType<{ id: string; version: number }[]>
  }
  speaker_name: {
    meeting_id: string
    speaker_id: string
    name: string
    renamed_by: string
    renamed_at: Generated<Date>
  }
  off_the_record: {
    meeting_id: string
    from_ms: number
    until_ms: number
    asked_by: string
    command_id: string | null
    created_at: Generated<Date>
  }
  highlight: {
    meeting_id: string
    id: string
    start_ms: number
    end_ms: number
    text: string
    csis: JSONColumnType<number[]>
    source: string
    label: string
    trigger_type: string
    trigger_by: string | null
    trigger_word: string | null
    created_by: string | null
    created_at: Generated<Date>
  }
}

declare module '../../platform/db/schema' {
  interface DB extends TranscriptTables {}
}
