import { type JobHandler, type JobLease, type TakenOverJob, WorkerLostError } from '../../jobs'
import { endEntries } from '../../meetings'
import { failureOf } from './failure-of'
import { type RunParts, runJob } from './run-job'

/** Takes recordings through their stages. */
export class RecordingHandler implements JobHandler {
  readonly queue = 'recording'

  constructor(private readonly parts: RunParts) {}

  run(job: JobLease, signal: AbortSignal): Promise<void> {
    return runJob(this.parts, job, signal)
  }

  async fail(job: JobLease, error: unknown): Promise<void> {
    const { stages, meetings, log } = this.parts
    const meeting = await meetings.find(job.subject)
    if (!meeting) return
    const { stage, userMessage } = failureOf(error, meeting)
    log.warn({ meeting: meeting.id, stage, reason: userMessage }, 'meeting failed')
    const reason = error instanceof WorkerLostError ? 'worker lost' : 'failed'
    const { startedAt } = meeting
    await stages.fail(job, userMessage, endEntries({ reason, startedAt, stage, error: userMessage }))
  }

  async takenOver({ subject, takeovers, fromWorker }: TakenOverJob): Promise<void> {
    const fields = { takeovers, from_pod_name: fromWorker }
    await this.parts.stages.record(subject, { metric: 'runTakenOver', fields })
  }
}
