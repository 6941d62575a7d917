import type { Generated, JSONColumnType } from 'kysely'
import type {} from '../../platform/db/schema'

export type RunState = 'queued' | 'running' | 'done' | 'failed' | 'cancelled'

/** The pipeline's tables of migration 0020. */
export interface PipelineTables {
  pipeline_run: {
    meeting_id: string
    state: RunState
    worker_id: string | null
    /** Who holds it may write for the run; taking a run over changes it. */
    token: string | null
    job_id: string | null
    /** At the present stage. */
    takeovers: Generated<number>
    queued_at: Generated<Date>
    started_at: Date | null
    finished_at: Date | null
  }
  pipeline_stage: {
    meeting_id: string
    stage: string
    output: JSONColumnType<object>
    worker_id: string
    started_at: Date
    finished_at: Generated<Date>
  }
  pipeline_part: {
    meeting_id: string
    stage: string
    number: number
    content: JSONColumnType<object>
  }
}

declare module '../../platform/db/schema' {
  interface DB extends PipelineTables {}
}
