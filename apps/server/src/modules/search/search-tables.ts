import type { ColumnType, Generated } from 'kysely'
import type {} from '../../platform/db/schema'

/** The tables of migrations 0410 and 0450, as this module sees them. */
export interface SearchTables {
  search_row: {
    id: string
    kind: 'line' | 'title' | 'highlight'
    meeting_id: string
    start_ms: number
    /** Without its region, in lower case: `en`. */
    language: string
    speakers: string[]
    vector: string
  }
  /** Rows whose words are not in `search_word` yet. */
  search_pending: { number: Generated<number>; row_id: string }
  /** The text search configurations that rows are read by. */
  search_language: { config: string }
  search_word: { word: string }
  search_fill: {
    name: string
    after_id: Generated<string>
    done: Generated<number>
    total: number
    finished_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  }
  /** A row a meeting: what its passages were made of. */
  search_meaning: {
    meeting_id: string
    /** Grows with each change of its lines. */
    version: Generated<number>
    changed_at: Generated<Date>
    /** The version that its passages are made of. */
    made_version: number | null
    /** Of the embedder that made them. */
    space: string | null
    /** A process is at it. */
    claimed_until: Date | null
  }
  /** Never updated: an id is one vector for good. */
  search_passage: {
    id: Generated<number>
    meeting_id: string
    space: string
    /** In their order; the first from, and the last up to these characters. */
    line_ids: string[]
    from_character: number
    to_character: number
    vector: Buffer
  }
}

declare module '../../platform/db/schema' {
  interface DB extends SearchTables {}
}
