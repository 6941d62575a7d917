import type { ColumnType, Generated } from 'kysely'
import type {} from '../../platform/db/schema'

/** Recordings that were uploaded, what ended calls left, archives of training data. */
export type QueueName = 'recording' | 'after-call' | 'archive'

export type JobState = 'queued' | 'running' | 'done' | 'failed' | 'cancelled'

/** The jobs of migrations 0190 and 0210. */
export interface JobTables {
  job: {
    queue: QueueName
    /** The id of what the job is about: one job for each in a queue. */
    subject: string
    /** Where the subject is a meeting: its job is deleted with it. Made by the database. */
    meeting_id: Generated<string | null>
    state: Generated<JobState>
    /** The highest is claimed first. */
    priority: Generated<number>
    worker_id: string | null
    /** Of the lease, while the job runs: another claim has another one. */
    token: string | null
    /** How many workers died over it, since it last got on. */
    takeovers: Generated<number>
    /** Attempts that failed and were followed by another one. */
    failures: Generated<number>
    queued_at: Generated<Date>
    /** Not claimed before. */
    not_before: Generated<Date | null>
    started_at: Date | null
    finished_at: Date | null
    traceparent: ColumnType<string | null, string | null | undefined, never>
  }
}

declare module '../../platform/db/schema' {
  interface DB extends JobTables {}
}
