import type { JobHandler, JobLease, JobsStore } from '../../jobs'
import type { OwnNode } from '../../nodes'
import { failureOf } from '../runs/failure-of'
import { type RunParts, runJob } from '../runs/run-job'
import type { AfterCallStore } from './after-call.store'
import { discardVoices } from './call-tools'

export interface AfterCallHandlerOptions extends RunParts {
  node: Pick<OwnNode, 'host' | 'times'>
  jobs: JobsStore
  afterCall: AfterCallStore
  /** How long after each failure what a call left is tried again. */
  repeatDelaysMs?: readonly number[]
}

const MINUTE_MS = 60_000
const REPEAT_DELAYS_MS = [5 * MINUTE_MS, 30 * MINUTE_MS, 240 * MINUTE_MS]

/** Works on what ended calls left, whenever nothing else is to be done at this host. */
export class AfterCallHandler implements JobHandler {
  readonly queue = 'after-call'

  constructor(private readonly options: AfterCallHandlerOptions) {}

  async mayRun(): Promise<boolean> {
    const { afterCall, node } = this.options
    return !(await afterCall.mustYield(node.host, node.times.silentMs))
  }

  run(job: JobLease, signal: AbortSignal): Promise<void> {
    return runJob(this.options, job, signal)
  }

  /** The call has ended well, regardless of what becomes of its sound later: the meeting shows nothing of it. */
  async fail(job: JobLease, error: unknown): Promise<void> {
    const { meetings, jobs, storage, log, repeatDelaysMs = REPEAT_DELAYS_MS } = this.options
    const meeting = await meetings.find(job.subject)
    if (!meeting) return
    const { stage, userMessage } = failureOf(error, meeting)
    const about = { meeting: meeting.id, stage, reason: userMessage }
    if (await jobs.retryLater(job, repeatDelaysMs))
      return log.warn(about, 'stages after the call failed: they are tried again later')
    log.warn(about, 'stages after the call failed: live text stays')
    await discardVoices(storage, meeting.id).catch(error =>
      log.warn({ err: error }, 'deleting the voices of a call failed'),
    )
    await jobs.finish(job, 'failed')
  }
}
