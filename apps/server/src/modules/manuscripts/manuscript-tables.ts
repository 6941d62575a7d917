import type { ManuscriptReturn, ManuscriptStatus } from '@livetap/contract'
import type { Generated, JSONColumnType } from 'kysely'
import type {} from '../../platform/db/schema'

/** The tables of migrations 0084 and 0085. */
export interface ManuscriptTables {
  manuscript_project: {
    id: Generated<number>
    name: string
    language: string
    vendor: string
    status: Generated<ManuscriptStatus>
    site_name: string
    start_at: Date | null
    end_at: Date | null
    train_ms_required: number
    train_ms_sent: Generated<number>
    train_ms_received: Generated<number>
    eval_ms_required: number
    eval_ms_sent: Generated<number>
    eval_ms_received: Generated<number>
    has_global_participant_id: boolean
    has_participant_id: boolean
    min_length_ms: number
    max_length_ms: number
    version: Generated<number>
    created_at: Generated<Date>
    created_by: string
    changed_at: Generated<Date>
    changed_by: string
  }
  manuscript_change: {
    project_id: number
    version: number
    changed_at: Generated<Date>
    changed_by: string
    what: string
  }
  manuscript_shard: {
    project_id: number
    shard_id: string
    meeting_id: string
    length_ms: number
    is_evaluation: boolean
    sent_at: Generated<Date>
    received_at: Date | null
  }
  manuscript_return: {
    id: Generated<number>
    project_id: number
    file: string
    returned_at: Generated<Date>
    returned_by: string
    received: number
    unmatched: JSONColumnType<ManuscriptReturn['unmatched']>
    unmatched_total: number
  }
}

declare module '../../platform/db/schema' {
  interface DB extends ManuscriptTables {}
}
