import type { Generated, JSONColumnType } from 'kysely'
import type {} from '../../platform/db/schema'

/** The pipeline's tables of migration 0020: what the run of a meeting left. The run itself is a job. */
export interface PipelineTables {
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
