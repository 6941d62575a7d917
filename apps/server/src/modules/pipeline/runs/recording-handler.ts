import { isDiskFull, isOutage, isStorageAway } from '../../../platform/outage'
import {
  type JobHandler,
  type JobLease,
  type JobsStore,
  type TakenOverJob,
  WorkerLostError,
} from '../../jobs'
import { endEntries } from '../../meetings'
import { failureOf } from './failure-of'
import { type RunParts, runJob } from './run-job'

export interface RecordingHandlerOptions extends RunParts {
  jobs: Pick<JobsStore, 'retryLater'>
}

/** Where the storage or the database was away, or a disk full, for longer than a stage waits: an hour in all. */
const REPEAT_DELAYS_MS = [30_000, 120_000, 600_000, 3_000_000]

/** Takes recordings through their stages. */
export class RecordingHandler implements JobHandler {
  readonly queue = 'recording'

  constructor(private readonly parts: RecordingHandlerOptions) {}

  run(job: JobLease, signal: AbortSignal): Promise<void> {
    return runJob(this.parts, job, signal)
  }

  async fail(job: JobLease, error: unknown): Promise<void> {
    const { stages, meetings, jobs, log } = this.parts
    const meeting = await meetings.find(job.subject)
    if (!meeting) return
    const { stage, userMessage } = failureOf(error, meeting)
    const about = { meeting: meeting.id, stage, reason: userMessage }
    const isPassing = isOutage(error) || isStorageAway(error) || isDiskFull(error)
    if (isPassing && (await jobs.retryLater(job, REPEAT_DELAYS_MS)))
      return log.warn(about, 'stages of a recording failed: they are tried again later')
    log.warn(about, 'meeting failed')
    const reason = error instanceof WorkerLostError ? 'worker lost' : 'failed'
    const { startedAt } = meeting
    await stages.fail(job, userMessage, endEntries({ reason, startedAt, stage, error: userMessage }))
  }

  async takenOver({ subject, takeovers, fromWorker }: TakenOverJob): Promise<void> {
    const fields = { takeovers, from_pod_name: fromWorker }
    await this.parts.stages.record(subject, { metric: 'runTakenOver', fields })
  }
}
