import PgBoss from 'pg-boss'
import type { Log } from '../log/log'

/** Runs a statement where the caller wants it to run: in its own transaction, or on the pool. */
export interface SqlRunner {
  executeSql(text: string, values: unknown[]): Promise<{ rows: unknown[] }>
}

export interface QueuedJob<T> {
  id: string
  data: T
}

const SCHEMA = 'job_queue'
/** Longer than any job: who runs a job and whether he still lives is known to the caller, not to the queue. */
const EXPIRE_HOURS = 23

/**
 * One queue of jobs in the database. Sending inside a transaction makes a job exist exactly when what it is about
 * exists. A job is fetched by one worker; one whose worker died is sent again by the worker that notices.
 */
export class JobQueue<T extends object> {
  readonly #boss: PgBoss

  private constructor(
    readonly name: string,
    boss: PgBoss,
  ) {
    this.#boss = boss
  }

  static async open<T extends object>(name: string, db: SqlRunner, log: Log): Promise<JobQueue<T>> {
    const boss = new PgBoss({ db: db as PgBoss.Db, schema: SCHEMA, schedule: false })
    boss.on('error', error => log.warn({ reason: error.message }, 'job queue upkeep failed'))
    await boss.start()
    await boss.createQueue(name, { name, policy: 'standard', retryLimit: 0, expireInHours: EXPIRE_HOURS })
    return new JobQueue<T>(name, boss)
  }

  async send(data: T, options: { within?: SqlRunner; priority?: number } = {}): Promise<string> {
    const { within, priority = 0 } = options
    const id = await this.#boss.send(this.name, data, {
      priority,
      ...(within && { db: within as PgBoss.Db }),
    })
    if (!id) throw new Error(`the queue ${this.name} took no job`)
    return id
  }

  async fetch(): Promise<QueuedJob<T> | undefined> {
    const [job] = await this.#boss.fetch<T>(this.name, { batchSize: 1 })
    return job && { id: job.id, data: job.data }
  }

  async done(id: string): Promise<void> {
    await this.#boss.deleteJob(this.name, id)
  }

  async waiting(): Promise<number> {
    return await this.#boss.getQueueSize(this.name)
  }

  async close(): Promise<void> {
    await this.#boss.stop({ graceful: false, wait: true, close: false })
  }
}
