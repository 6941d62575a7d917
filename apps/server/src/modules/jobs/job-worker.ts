import type { Log } from '../../platform/log/log'
import { oneAtATime } from '../../platform/one-at-a-time'
import { noTracing, type Tracing } from '../../platform/tracing/tracing'
import type { OwnNode } from '../nodes'
import { JobEndedError, type JobLease, WorkerLostError } from './job-lease'
import type { QueueName } from './job-tables'
import type { JobsStore, TakenOverJob } from './jobs.store'

/** What is done with the jobs of a queue. */
export interface JobHandler {
  readonly queue: QueueName
  /** Resolves once it has finished the job, in the transaction of the job's last write. */
  run(job: JobLease, signal: AbortSignal): Promise<void>
  /** The work failed: finishes the job, or has it tried again later. */
  fail(job: JobLease, error: unknown): Promise<void>
  /** Whether jobs may be worked on here and now. Once it answers false, those under way are given back. */
  mayRun?(): Promise<boolean>
  takenOver?(job: TakenOverJob): Promise<void>
}

export interface JobWorkerOptions {
  handler: JobHandler
  /** How many jobs at once. */
  concurrency: number
  store: JobsStore
  node: OwnNode
  log: Log
  tracing?: Tracing
  pollMs?: number
}

interface RunningJob {
  job: JobLease
  controller: AbortController
  ended: Promise<void>
}

const POLL_MS = 1_000
const MAX_TAKEOVERS = 3

/** This process as one of those that work on a queue. Its leases hold while the node's heartbeat does. */
export class JobWorker {
  readonly #options: JobWorkerOptions
  /** By token. */
  readonly #running = new Map<string, RunningJob>()
  readonly #claims
  #timer: NodeJS.Timeout | undefined
  #stopped = false
  #idleBefore = new Set<string>()

  constructor(options: JobWorkerOptions) {
    this.#options = options
    this.#claims = oneAtATime(
      () => this.#claimAll(),
      error => options.log.warn({ queue: options.handler.queue, err: error }, 'claiming jobs failed'),
    )
    options.node.onBeat(alive => this.#onBeat(alive))
  }

  /** How many jobs are under way. */
  get size(): number {
    return this.#running.size
  }

  start(): void {
    if (this.#stopped) return
    const { pollMs = POLL_MS } = this.#options
    this.#timer = setInterval(() => this.wake(), pollMs)
    this.#timer.unref()
    this.wake()
  }

  /** There may be something to do, or to give back. */
  wake(): void {
    if (this.#timer) void this.#claims.run()
  }

  /** The job was cancelled, or its subject is gone. */
  end(queue: string, subject: string): void {
    for (const { job, controller } of this.#running.values())
      if (job.queue === queue && job.subject === subject) controller.abort(new JobEndedError('lost'))
  }

  /** Gives back what is under way; resolves when nothing of it runs any more. */
  async stop(): Promise<void> {
    this.#stopped = true
    clearInterval(this.#timer)
    this.#abortAll('stopping')
    await this.#claims.stop()
    await Promise.all([...this.#running.values()].map(({ ended }) => ended))
  }

  async #claimAll(): Promise<void> {
    const { store, node, handler, concurrency } = this.#options
    if (handler.mayRun && !(await handler.mayRun())) return this.#abortAll('yielding')
    if (node.isDraining) return await this.#returnJobs()
    while (!this.#stopped && this.#running.size < concurrency) {
      const job = await store.claim(handler.queue, node.pod)
      if (!job) return
      const controller = new AbortController()
      if (this.#stopped) controller.abort(new JobEndedError('stopping'))
      const ended = this.#work(job, controller.signal).finally(() => {
        this.#running.delete(job.token)
        node.loadChanged()
        this.wake()
      })
      this.#running.set(job.token, { job, controller, ended })
      node.loadChanged()
    }
  }

  async #work(job: JobLease, signal: AbortSignal): Promise<void> {
    const { store, handler, log } = this.#options
    try {
      signal.throwIfAborted()
      if (job.takeovers > MAX_TAKEOVERS) throw new WorkerLostError(job.takeovers)
      await this.#run(job, signal)
    } catch (error) {
      const cause = signal.aborted ? signal.reason : error
      if (!(cause instanceof JobEndedError))
        return await this.#tolerant(() => handler.fail(job, cause), 'failure of a job was not noted')
      log.info({ ...aboutOf(job), reason: cause.reason }, 'job ended early')
      if (cause.reason !== 'lost')
        await this.#tolerant(() => store.release(job), 'returning a job to its queue failed')
    }
  }

  /** In the trace of what enqueued it, on any node. */
  async #run(job: JobLease, signal: AbortSignal): Promise<void> {
    const { handler, node, tracing = noTracing } = this.#options
    const attributes = {
      'livetap.job.queue': job.queue,
      'livetap.job.subject': job.subject,
      'livetap.job.takeovers': job.takeovers,
      'livetap.worker': node.pod,
    }
    const start = { parent: job.traceparent, kind: 'consumer', attributes } as const
    await tracing.trace(`job ${job.queue}`, start, () => handler.run(job, signal))
  }

  /** Where no other process would go on with them they are finished here. */
  async #returnJobs(): Promise<void> {
    if (this.#running.size > 0 && (await this.#options.node.isReplaceable())) this.#abortAll('draining')
  }

  #abortAll(reason: 'stopping' | 'yielding' | 'draining'): void {
    for (const { controller } of this.#running.values()) controller.abort(new JobEndedError(reason))
  }

  /** Ends what is no longer ours, and puts back into the queue what dead workers left. */
  async #onBeat(alive: boolean): Promise<void> {
    const { store, node, handler, log } = this.#options
    // Those that are claimed while the database answers are not in the answer.
    const known = [...this.#running]
    const held = alive ? await store.heldBy(handler.queue, node.pod) : new Map<string, JobLease>()
    for (const [token, { controller }] of known)
      if (!held.has(token)) controller.abort(new JobEndedError('lost'))
    if (!alive) return
    await this.#releaseForgotten(held)
    for (const job of await store.takeOver(handler.queue, node.times.silentMs, node.pod)) {
      const { takeovers, fromWorker } = job
      log.warn({ ...aboutOf(job), takeovers, fromWorker }, 'job taken over from a silent worker')
      await handler.takenOver?.(job)
    }
    this.wake()
  }

  /**
   * A job whose end could not be written (the database was away) is held by us and worked on by no one. One that was
   * claimed just now looks the same, so it must be seen twice.
   */
  async #releaseForgotten(held: ReadonlyMap<string, JobLease>): Promise<void> {
    const idle = [...held.values()].filter(({ token }) => !this.#running.has(token))
    const forgotten = idle.filter(({ token }) => this.#idleBefore.has(token))
    this.#idleBefore = new Set(idle.map(({ token }) => token))
    for (const job of forgotten)
      await this.#tolerant(() => this.#options.store.release(job), 'returning a job to its queue failed')
  }

  async #tolerant(action: () => Promise<void>, failure: string): Promise<void> {
    await action().catch(error => {
      if (!(error instanceof JobEndedError)) this.#options.log.warn({ err: error }, failure)
    })
  }
}

const aboutOf = ({ queue, subject }: Pick<JobLease, 'queue' | 'subject'>) => ({ queue, subject })
