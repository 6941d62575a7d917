import { CompiledQuery, type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '../../platform/db/schema'
import type { JobQueue, SqlRunner } from '../../platform/queue/job-queue'
import { createEventsStore } from '../events'
import { notSilent } from '../fleet'
import { type MeetingChange, MeetingsStore } from '../meetings'
import { RunEndedError } from './run-ended-error'
import type { StageEvent } from './stage'
import type { StageName, StageOutputs } from './stage-outputs'

export interface MeetingJob {
  meetingId: string
}

/** The right to write for a run. */
export interface RunHold {
  meetingId: string
  workerId: string
  token: string
}

export interface FinishedStage {
  stage: StageName
  output: object
  startedAt: Date
  ledger: readonly StageEvent[]
  logs: readonly StageEvent[]
  meeting: MeetingChange
  /** Nothing after the last one. */
  next: StageName | undefined
}

const SERVICE = 'pipeline'

/**
 * The state of every run. Whoever writes for a run proves with its token that it still is his: a worker that was
 * taken for dead and comes back changes nothing.
 */
export class PipelineStore {
  constructor(
    private readonly db: Kysely<DB>,
    private readonly queue: JobQueue<MeetingJob>,
    private readonly pod: string,
  ) {}

  /** False when the meeting was enqueued before. */
  async enqueue(meetingId: string, priority = 0): Promise<boolean> {
    return await this.db.transaction().execute(async tx => {
      const row = await tx
        .insertInto('pipeline_run')
        .values({ meeting_id: meetingId, state: 'queued', worker_id: null, token: null, job_id: null })
        .onConflict(conflict => conflict.column('meeting_id').doNothing())
        .returning('meeting_id')
        .executeTakeFirst()
      if (row) await this.#sendJob(tx, meetingId, priority)
      return row !== undefined
    })
  }

  /** From the stage that failed; stages that were finished stay finished. */
  async enqueueAgain(meetingId: string): Promise<boolean> {
    return await this.db.transaction().execute(async tx => {
      const row = await tx
        .updateTable('pipeline_run')
        .set({ state: 'queued', takeovers: 0, queued_at: new Date(), finished_at: null })
        .where('meeting_id', '=', meetingId)
        .where('state', 'in', ['failed', 'cancelled'])
        .returning('meeting_id')
        .executeTakeFirst()
      if (row) await this.#sendJob(tx, meetingId)
      return row !== undefined
    })
  }

  /** Nothing when the job is stale: the run has another job by now, or is over. */
  async claim(job: { id: string; data: MeetingJob }, workerId: string): Promise<RunHold | undefined> {
    const row = await this.db
      .updateTable('pipeline_run')
      .set({
        state: 'running',
        worker_id: workerId,
        token: sql<string>`gen_random_uuid()`,
        started_at: sql<Date>`coalesce(started_at, now())`,
      })
      .where('meeting_id', '=', job.data.meetingId)
      .where('job_id', '=', job.id)
      .where('state', '=', 'queued')
      .returning(['meeting_id', 'token'])
      .executeTakeFirst()
    return row && { meetingId: row.meeting_id, workerId, token: row.token! }
  }

  /** Shows where a run stands. Throws when it is no longer held. */
  async showProgress(hold: RunHold, stage: StageName, percent: number): Promise<void> {
    const { numUpdatedRows } = await this.db
      .updateTable('meeting')
      .set({ stage, progress: Math.min(100, Math.max(0, percent)), updated_at: new Date() })
      .where('id', '=', hold.meetingId)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('pipeline_run')
            .select('meeting_id')
            .where('meeting_id', '=', hold.meetingId)
            .where('token', '=', hold.token)
            .where('state', '=', 'running'),
        ),
      )
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new RunEndedError('lost')
  }

  /** Output, events and the meeting's change together, or none of them. */
  async finishStage(hold: RunHold, finished: FinishedStage): Promise<void> {
    const { stage, output, startedAt, next } = finished
    const isLast = next === undefined
    await this.db.transaction().execute(async tx => {
      await this.#mustHold(
        tx,
        hold,
        isLast ? { state: 'done', token: null, finished_at: new Date() } : { takeovers: 0 },
      )
      await tx
        .insertInto('pipeline_stage')
        .values({
          meeting_id: hold.meetingId,
          stage,
          output: JSON.stringify(output),
          worker_id: hold.workerId,
          started_at: startedAt,
        })
        .execute()
      await this.#record(tx, hold.meetingId, finished.ledger, finished.logs)
      const change = { ...finished.meeting, stage: next ?? stage, progress: isLast ? 100 : 0 }
      await new MeetingsStore(tx).change(hold.meetingId, change, ['processing'])
      // The text is in its place: what it was put together from is not needed again.
      if (isLast) await tx.deleteFrom('pipeline_part').where('meeting_id', '=', hold.meetingId).execute()
    })
  }

  async fail(hold: RunHold, error: string, ledger: StageEvent, logs: readonly StageEvent[]): Promise<void> {
    await this.db.transaction().execute(async tx => {
      await this.#mustHold(tx, hold, { state: 'failed', token: null, finished_at: new Date() })
      await this.#record(tx, hold.meetingId, [ledger], logs)
      await new MeetingsStore(tx).change(hold.meetingId, { status: 'failed', error }, ['processing'])
    })
  }

  /** Gives a run back, for any worker to go on with. */
  async release(hold: RunHold): Promise<void> {
    await this.db.transaction().execute(async tx => {
      await this.#mustHold(tx, hold, { state: 'queued', worker_id: null, token: null, queued_at: new Date() })
      await this.#sendJob(tx, hold.meetingId)
    })
  }

  /** False when there is nothing to cancel. */
  async cancel(meetingId: string): Promise<boolean> {
    const row = await this.db
      .updateTable('pipeline_run')
      .set({ state: 'cancelled', token: null, finished_at: new Date() })
      .where('meeting_id', '=', meetingId)
      .where('state', 'in', ['queued', 'running'])
      .returning('job_id')
      .executeTakeFirst()
    if (row?.job_id) await this.queue.done(row.job_id)
    return row !== undefined
  }

  /** The runs that this worker holds, by their tokens. */
  async heldBy(workerId: string): Promise<Map<string, RunHold>> {
    const rows = await this.db
      .selectFrom('pipeline_run')
      .select(['token', 'meeting_id'])
      .where('worker_id', '=', workerId)
      .where('state', '=', 'running')
      .execute()
    return new Map(rows.map(row => [row.token!, { meetingId: row.meeting_id, workerId, token: row.token! }]))
  }

  /** Puts the runs of silent workers back into the queue; answers them, with how often that happened at this stage. */
  async takeOver(silentMs: number, byWorker: string): Promise<{ meetingId: string; takeovers: number }[]> {
    return await this.db.transaction().execute(async tx => {
      const abandoned = await tx
        .selectFrom('pipeline_run')
        .select(['meeting_id', 'takeovers', 'state', 'job_id'])
        .where(({ or, and, eb, not, exists, selectFrom }) =>
          or([
            and([
              eb('state', '=', 'running'),
              // Whoever asks is alive, however late its beats come.
              eb('worker_id', '!=', byWorker),
              not(
                exists(
                  selectFrom('fleet_worker')
                    .select('id')
                    .whereRef('fleet_worker.id', '=', 'pipeline_run.worker_id')
                    .where(notSilent(silentMs)),
                ),
              ),
            ]),
            // Its worker died between taking the job and saying so.
            and([
              eb('state', '=', 'queued'),
              sql<boolean>`queued_at < now() - ${silentMs} * interval '1 millisecond'`,
              sql<boolean>`not exists (select 1 from job_queue.job where job.name = ${this.queue.name} and job.id = pipeline_run.job_id
                and (job.state < 'active' or job.started_on > now() - ${silentMs} * interval '1 millisecond'))`,
            ]),
          ]),
        )
        .limit(100)
        .forUpdate()
        .skipLocked()
        .execute()
      for (const run of abandoned) {
        const died = run.state === 'running' ? 1 : 0
        await tx
          .updateTable('pipeline_run')
          .set({
            state: 'queued',
            worker_id: null,
            token: null,
            takeovers: run.takeovers + died,
            queued_at: new Date(),
          })
          .where('meeting_id', '=', run.meeting_id)
          .execute()
        if (run.job_id) await this.queue.done(run.job_id)
        await this.#sendJob(tx, run.meeting_id)
      }
      return abandoned.map(run => ({ meetingId: run.meeting_id, takeovers: run.takeovers + 1 }))
    })
  }

  async takeovers({ meetingId }: RunHold): Promise<number> {
    const row = await this.db
      .selectFrom('pipeline_run')
      .select('takeovers')
      .where('meeting_id', '=', meetingId)
      .executeTakeFirst()
    return row?.takeovers ?? 0
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

  async #mustHold(tx: Transaction<DB>, hold: RunHold, change: object): Promise<void> {
    const row = await tx
      .updateTable('pipeline_run')
      .set(change)
      .where('meeting_id', '=', hold.meetingId)
      .where('token', '=', hold.token)
      .where('state', '=', 'running')
      .returning('meeting_id')
      .executeTakeFirst()
    if (!row) throw new RunEndedError('lost')
  }

  async #sendJob(tx: Transaction<DB>, meetingId: string, priority = 0): Promise<void> {
    const jobId = await this.queue.send({ meetingId }, { within: inTransaction(tx), priority })
    await tx.updateTable('pipeline_run').set({ job_id: jobId }).where('meeting_id', '=', meetingId).execute()
  }

  async #record(
    tx: Transaction<DB>,
    meeting: string,
    ledger: readonly StageEvent[],
    logs: readonly StageEvent[],
  ) {
    const events = createEventsStore(tx)
    const now = new Date()
    const complete = ({ time = now, fields = {} }: StageEvent) => ({
      meeting,
      time,
      fields: { timestamp: time.toISOString(), ...fields },
    })
    if (ledger.length > 0)
      await events.insertLedger(ledger.map(event => ({ ...complete(event), name: event.name })))
    if (logs.length > 0)
      await events.insertLogs(
        logs.map(event => ({ ...complete(event), metric: event.name, service: SERVICE, pod: this.pod })),
      )
  }
}

const inTransaction = (tx: Transaction<DB>): SqlRunner => ({
  async executeSql(text, values) {
    const { rows } = await tx.executeQuery(CompiledQuery.raw(text, values))
    return { rows }
  },
})
