import { CompiledQuery, type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '../../../platform/db/schema'
import type { JobQueue, SqlRunner } from '../../../platform/queue/job-queue'
import { notSilent } from '../../nodes'
import type { RunKind } from '../pipeline-tables'
import { assertLease, type RunLease } from './run-lease.store'

export interface MeetingJob {
  meetingId: string
}

/** A run that went back into the queue, with how often that happened at its stage. */
export interface TakenOver {
  meetingId: string
  takeovers: number
  fromPod: string | undefined
  kind: RunKind
}

/** Which runs there are, who holds them, and who takes them over. What a run has done is in `StagesStore`. */
export class PipelineStore {
  constructor(
    private readonly db: Kysely<DB>,
    private readonly queue: JobQueue<MeetingJob>,
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
  async claim(job: { id: string; data: MeetingJob }, workerId: string): Promise<RunLease | undefined> {
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
      .returning(['meeting_id', 'token', 'kind'])
      .executeTakeFirst()
    return row && { meetingId: row.meeting_id, workerId, token: row.token!, kind: row.kind }
  }

  /** Gives a run back, for any worker to go on with. */
  async release(hold: RunLease): Promise<void> {
    await this.db.transaction().execute(async tx => {
      await assertLease(tx, hold, { state: 'queued', worker_id: null, token: null, queued_at: new Date() })
      if (hold.kind === 'recording') await this.#sendJob(tx, hold.meetingId)
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
  async heldBy(workerId: string): Promise<Map<string, RunLease>> {
    const rows = await this.db
      .selectFrom('pipeline_run')
      .select(['token', 'meeting_id', 'kind'])
      .where('worker_id', '=', workerId)
      .where('state', '=', 'running')
      .execute()
    return new Map(
      rows.map(({ token, meeting_id, kind }) => [
        token!,
        { meetingId: meeting_id, workerId, token: token!, kind },
      ]),
    )
  }

  /** Puts the runs of silent workers back into the queue; answers them, with how often that happened at this stage. */
  async takeOver(silentMs: number, byWorker: string): Promise<TakenOver[]> {
    return await this.db.transaction().execute(async tx => {
      const abandoned = await tx
        .selectFrom('pipeline_run')
        .select(['meeting_id', 'takeovers', 'state', 'job_id', 'worker_id', 'kind'])
        .where(({ or, and, eb, not, exists, selectFrom }) =>
          or([
            and([
              eb('state', '=', 'running'),
              // A worker that asks is alive, however late its beats come.
              eb('worker_id', '!=', byWorker),
              not(
                exists(
                  selectFrom('node')
                    .select('pod')
                    .whereRef('node.pod', '=', 'pipeline_run.worker_id')
                    .where(notSilent(silentMs)),
                ),
              ),
            ]),
            // Its worker died between taking the job and saying so.
            and([
              eb('state', '=', 'queued'),
              eb('kind', '=', 'recording'),
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
        if (run.kind === 'recording') await this.#sendJob(tx, run.meeting_id)
      }
      return abandoned.map(run => ({
        meetingId: run.meeting_id,
        takeovers: run.takeovers + 1,
        fromPod: run.worker_id ?? undefined,
        kind: run.kind,
      }))
    })
  }

  async takeovers({ meetingId }: RunLease): Promise<number> {
    const row = await this.db
      .selectFrom('pipeline_run')
      .select('takeovers')
      .where('meeting_id', '=', meetingId)
      .executeTakeFirst()
    return row?.takeovers ?? 0
  }

  async #sendJob(tx: Transaction<DB>, meetingId: string, priority = 0): Promise<void> {
    const jobId = await this.queue.send({ meetingId }, { within: inTransaction(tx), priority })
    await tx.updateTable('pipeline_run').set({ job_id: jobId }).where('meeting_id', '=', meetingId).execute()
  }
}

const inTransaction = (tx: Transaction<DB>): SqlRunner => ({
  async executeSql(text, values) {
    const { rows } = await tx.executeQuery(CompiledQuery.raw(text, values))
    return { rows }
  },
})
