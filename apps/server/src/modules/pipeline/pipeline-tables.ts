import type { Generated, JSONColumnType } from 'kysely'
import type {} from '../../platform/db/schema'

export type RunState = 'queued' | 'running' | 'done' | 'failed' | 'cancelled'

/** A recording that was uploaded, or what an ended call left: that run yields to everything else. */
export type RunKind = 'recording' | 'after-call'

/** The pipeline's tables of migrations 0020, 0077 and 0104. */
export interface PipelineTables {
  pipeline_run: {
    meeting_id: string
    kind: Generated<RunKind>
    state: RunState
    worker_id: string | null
    /** Who holds it may write for the run; taking a run over changes it. */
    token: string | null
    job_id: string | null
    /** At the present stage. */
    takeovers: Generated<number>
    /** Of a whole run; the stages repeat themselves a few times before one counts. */
    failures: Generated<number>
    queued_at: Generated<Date>
    /** Nobody takes it before. */
    not_before: Generated<Date | null>
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
