import type { TraceParent } from '../../platform/tracing/tracing'
import type { QueueName } from './job-tables'

/** A claimed job: the right to work on it and to write for it, until the job is finished, released or taken over. */
export interface JobLease {
  queue: QueueName
  subject: string
  workerId: string
  token: string
  /** How many workers died over it, since it last got on. */
  takeovers: number
  /** Of what enqueued it. */
  traceparent: TraceParent | null
}

export type JobEndedReason =
  /** Cancelled, deleted, or taken over by another worker: nothing may be written for it any more. */
  | 'lost'
  /** This process stops: another one, or the next start, goes on. */
  | 'stopping'
  /** Something more important came: it goes on when that is done. */
  | 'yielding'
  /** This process takes no more work: another one goes on. */
  | 'draining'

const MESSAGES: Record<JobEndedReason, string> = {
  lost: 'the job is no longer ours',
  stopping: 'the worker stops',
  yielding: 'something more important came',
  draining: 'the node is drained',
}

/** The work on a job ends here although the job is neither done nor has it failed. */
export class JobEndedError extends Error {
  override readonly name = 'JobEndedError'

  constructor(readonly reason: JobEndedReason) {
    super(MESSAGES[reason])
  }
}

/** A job over which too many workers died is not tried by another one. */
export class WorkerLostError extends Error {
  override readonly name = 'WorkerLostError'
  readonly reason = 'worker_lost'

  constructor(readonly takeovers: number) {
    super(`Its worker died ${takeovers} times`)
  }
}
