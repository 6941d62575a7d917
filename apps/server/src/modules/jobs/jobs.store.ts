import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely'
import type { DB } from '../../platform/db/schema'
import { Store } from '../../platform/db/store'
import { noTracing, type Tracing } from '../../platform/tracing/tracing'
import { notSilent } from '../nodes'
import { JobEndedError, type JobLease } from './job-lease'
import type { JobTables, QueueName } from './job-tables'

/** A job that went back into its queue because its worker fell silent. */
export interface TakenOverJob {
  queue: QueueName
  subject: string
  takeovers: number
  fromWorker: string
}

const TAKEN_OVER_AT_ONCE = 100

/** What changes when a job waits, for the first time or again. */
const waiting = { state: 'queued', worker_id: null, token: null } as const

/**
 * All jobs of the installation. A store over a transaction enqueues or finishes a job together with what it is about.
 * Times are the database's own: processes on several machines need not agree on theirs.
 */
export class JobsStore extends Store<{ tracing: Tracing }> {
  constructor(db: Kysely<DB>, options = { tracing: noTracing }) {
    super(db, options)
  }

  /** False when the subject has been enqueued before, regardless of what became of that. */
  async enqueue(queue: QueueName, subject: string, priority = 0): Promise<boolean> {
    const row = await this.db
      .insertInto('job')
      .values({
        queue,
        subject,
        priority,
        ...waiting,
        started_at: null,
        finished_at: null,
        traceparent: this.options.tracing.current?.traceparent,
      })
      .onConflict(conflict => conflict.doNothing())
      .returning('subject')
      .executeTakeFirst()
    return row !== undefined
  }

  /** False when there is no job that failed or was cancelled. */
  async enqueueAgain(queues: readonly QueueName[], subject: string): Promise<boolean> {
    const row = await this.db
      .updateTable('job')
      .set({
        ...waiting,
        priority: 0,
        takeovers: 0,
        failures: 0,
        not_before: null,
        queued_at: sql<Date>`clock_timestamp()`,
        finished_at: null,
      })
      .where('queue', 'in', queues)
      .where('subject', '=', subject)
      .where('state', 'in', ['failed', 'cancelled'])
      .returning('subject')
      .executeTakeFirst()
    return row !== undefined
  }

  /** The most important one that waits; of those the one that has waited longest. */
  async claim(queue: QueueName, workerId: string): Promise<JobLease | undefined> {
    const row = await this.db
      .updateTable('job')
      .set({
        state: 'running',
        worker_id: workerId,
        token: sql<string>`gen_random_uuid()`,
        started_at: sql<Date>`coalesce(started_at, clock_timestamp())`,
      })
      .where('queue', '=', queue)
      .where('subject', '=', ({ selectFrom }) =>
        selectFrom('job')
          .select('subject')
          .where('queue', '=', queue)
          .where('state', '=', 'queued')
          .where(sql<boolean>`(not_before is null or not_before <= clock_timestamp())`)
          .orderBy('priority', 'desc')
          .orderBy('queued_at')
          .limit(1)
          .forUpdate()
          .skipLocked(),
      )
      .returningAll()
      .executeTakeFirst()
    return row && leaseOf(row)
  }

  /**
   * The job got on: workers that died over it before do not count any more. Everything that is written for a job is written in
   * a transaction that has done this, or `finish`, first: a worker that was taken for dead and comes back changes nothing.
   */
  async advance(lease: JobLease): Promise<void> {
    await this.#change(lease, { takeovers: 0 })
  }

  async assertHeld({ token }: JobLease): Promise<void> {
    const row = await this.db
      .selectFrom('job')
      .select('subject')
      .where('token', '=', token)
      .executeTakeFirst()
    if (!row) throw new JobEndedError('lost')
  }

  async finish(lease: JobLease, state: 'done' | 'failed'): Promise<void> {
    await this.#change(lease, { state, token: null, finished_at: sql<Date>`clock_timestamp()` })
  }

  /** Gives a job back, for any worker to go on with. */
  async release(lease: JobLease): Promise<void> {
    await this.#change(lease, { ...waiting, queued_at: sql<Date>`clock_timestamp()` })
  }

  /** After an attempt that failed: the next one after the next of the delays; false when there are no more. */
  async retryLater(lease: JobLease, delaysMs: readonly number[]): Promise<boolean> {
    const row = await this.db
      .updateTable('job')
      .set({
        ...waiting,
        takeovers: 0,
        failures: sql<number>`failures + 1`,
        not_before: sql<Date>`clock_timestamp() + (${[...delaysMs]}::float8[])[failures + 1] * interval '1 millisecond'`,
      })
      .where('token', '=', lease.token)
      .where('failures', '<', delaysMs.length)
      .returning('subject')
      .executeTakeFirst()
    return row !== undefined
  }

  /** False when there is nothing to cancel. */
  async cancel(queues: readonly QueueName[], subject: string): Promise<boolean> {
    const row = await this.db
      .updateTable('job')
      .set({ state: 'cancelled', token: null, finished_at: sql<Date>`clock_timestamp()` })
      .where('queue', 'in', queues)
      .where('subject', '=', subject)
      .where('state', 'in', ['queued', 'running'])
      .returning('subject')
      .executeTakeFirst()
    return row !== undefined
  }

  /** The jobs that this worker holds, by their tokens. */
  async heldBy(queue: QueueName, workerId: string): Promise<Map<string, JobLease>> {
    const rows = await this.db
      .selectFrom('job')
      .selectAll()
      .where('queue', '=', queue)
      .where('state', '=', 'running')
      .where('worker_id', '=', workerId)
      .execute()
    return new Map(rows.map(row => [row.token!, leaseOf(row)]))
  }

  /** Puts the jobs of workers that have been silent for too long back into the queue. */
  async takeOver(queue: QueueName, silentMs: number, byWorker: string): Promise<TakenOverJob[]> {
    const { rows } = await sql<TakenOverJob>`
      update job set state = 'queued', worker_id = null, token = null, takeovers = job.takeovers + 1, queued_at = clock_timestamp()
      from (
        select subject, worker_id from job
        -- A worker that asks is alive, however late its heartbeats come.
        where queue = ${queue} and state = 'running' and worker_id != ${byWorker}
          and not exists (select 1 from node where node.pod = job.worker_id and ${notSilent(silentMs)})
        limit ${TAKEN_OVER_AT_ONCE} for update skip locked
      ) as abandoned
      where job.queue = ${queue} and job.subject = abandoned.subject
      returning job.queue, job.subject, job.takeovers, abandoned.worker_id as "fromWorker"`.execute(this.db)
    return rows
  }

  /** How many wait for a worker. */
  async waiting(queue: QueueName): Promise<number> {
    const { count } = await this.db
      .selectFrom('job')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('queue', '=', queue)
      .where('state', '=', 'queued')
      .executeTakeFirstOrThrow()
    return count
  }

  async #change(lease: JobLease, change: object): Promise<void> {
    const row = await this.db
      .updateTable('job')
      .set(change)
      .where('token', '=', lease.token)
      .returning('subject')
      .executeTakeFirst()
    if (!row) throw new JobEndedError('lost')
  }
}

/** For a statement that writes for a job without changing it. */
export const isHeld = ({ token }: JobLease): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from job where job.token = ${token})`

/** A job of this queue waits, or is worked on at this host. */
export const isBusy = (queue: QueueName, host: string, silentMs: number): RawBuilder<boolean> => sql<boolean>`
  exists (select 1 from job where job.queue = ${queue} and (job.state = 'queued' or (job.state = 'running' and job.worker_id in (
    select node.pod from node where node.host = ${host} and ${notSilent(silentMs)}))))`

const leaseOf = (row: Selectable<JobTables['job']>): JobLease => ({
  queue: row.queue,
  subject: row.subject,
  workerId: row.worker_id!,
  token: row.token!,
  takeovers: row.takeovers,
  traceparent: row.traceparent,
})
