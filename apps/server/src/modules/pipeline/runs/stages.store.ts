import { databaseNow } from '../../../platform/db/database-time'
import { Store } from '../../../platform/db/store'
import type { EventsStore, LedgerEntry, LogEntry, MeetingEvents } from '../../events'
import { isHeld, JobEndedError, type JobLease, type JobsStore } from '../../jobs'
import type { MeetingChange, MeetingsStore } from '../../meetings'
import type {} from '../pipeline-tables'
import type { StageName, StageOutputs } from '../stage-outputs'

export interface FinishedStage {
  stage: StageName
  output: object
  startedAt: Date
  elapsedMs: number
  ledger: readonly LedgerEntry[]
  logs: readonly LogEntry[]
  meeting: MeetingChange
  /** Nothing after the last one. */
  next: StageName | undefined
}

export interface StagesStoreOptions {
  events: EventsStore
  jobs: JobsStore
  meetings: MeetingsStore
}

/** How far a run has come: its stages with what they left, and their finished pieces. */
export class StagesStore extends Store<StagesStoreOptions> {
  /** Shows where a run stands. Throws when its job is no longer held. A call that has ended shows nothing of it. */
  async showProgress(job: JobLease, stage: StageName, percent: number): Promise<void> {
    if (job.queue === 'after-call') return await this.options.jobs.assertHeld(job)
    const { numUpdatedRows } = await this.db
      .updateTable('meeting')
      .set({ stage, progress: Math.min(100, Math.max(0, percent)), updated_at: databaseNow })
      .where('id', '=', job.subject)
      .where(isHeld(job))
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new JobEndedError('lost')
  }

  /** Output, events and the meeting's change together, or none of them. */
  async finishStage(job: JobLease, finished: FinishedStage): Promise<void> {
    const { subject: meetingId, workerId } = job
    const { stage, output, startedAt, elapsedMs, next } = finished
    const isLast = next === undefined
    await this.db.transaction().execute(async tx => {
      const jobs = this.options.jobs.within(tx)
      await (isLast ? jobs.finish(job, 'done') : jobs.advance(job))
      await tx
        .insertInto('pipeline_stage')
        .values({
          meeting_id: meetingId,
          stage,
          output: JSON.stringify(output),
          worker_id: workerId,
          started_at: startedAt,
        })
        .execute()
      const { ledger } = finished
      const logs = [...finished.logs]
      if (job.queue === 'recording') logs.push({ metric: 'stageFinished', fields: { stage, elapsedMs } })
      await this.options.events.within(tx).record(meetingId, { ledger, logs })
      const change = { ...finished.meeting, stage: next ?? stage, progress: isLast ? 100 : 0 }
      if (job.queue === 'recording')
        await this.options.meetings.within(tx).change(meetingId, change, ['processing'])
      // The text is in its place: what it was put together from is not needed again.
      if (isLast) await tx.deleteFrom('pipeline_part').where('meeting_id', '=', meetingId).execute()
    })
  }

  /** Of a recording. */
  async fail(job: JobLease, error: string, events: MeetingEvents): Promise<void> {
    await this.db.transaction().execute(async tx => {
      await this.options.jobs.within(tx).finish(job, 'failed')
      await this.options.events.within(tx).record(job.subject, events)
      await this.options.meetings.within(tx).change(job.subject, { status: 'failed', error }, ['processing'])
    })
  }

  /** While a stage runs. */
  async record(meetingId: string, entry: LogEntry): Promise<void> {
    await this.options.events.record(meetingId, { logs: [entry] })
  }

  async outputs(meetingId: string): Promise<Partial<StageOutputs>> {
    const rows = await this.db
      .selectFrom('pipeline_stage')
      .select(['stage', 'output'])
      .where('meeting_id', '=', meetingId)
      .execute()
    return Object.fromEntries(rows.map(row => [row.stage, row.output]))
  }

  async parts(meetingId: string, stage: StageName): Promise<Map<number, unknown>> {
    const rows = await this.db
      .selectFrom('pipeline_part')
      .select(['number', 'content'])
      .where('meeting_id', '=', meetingId)
      .where('stage', '=', stage)
      .orderBy('number')
      .execute()
    return new Map(rows.map(row => [row.number, row.content]))
  }

  async putPart(meetingId: string, stage: StageName, number: number, content: object): Promise<void> {
    await this.db
      .insertInto('pipeline_part')
      .values({
        meeting_id: meetingId,
        stage,
        number,
        content: JSON.stringify(content).replaceAll('\\u0000', ''),
      })
      .onConflict(conflict => conflict.columns(['meeting_id', 'stage', 'number']).doNothing())
      .execute()
  }
}
