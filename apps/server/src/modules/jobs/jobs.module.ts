import type { Platform } from '../../platform/create-platform'
import type { NodesModule } from '../nodes'
import type { QueueName } from './job-tables'
import { type JobHandler, JobWorker } from './job-worker'
import { JobsStore } from './jobs.store'

export type JobsModule = ReturnType<typeof jobsModule>

/** What nodes say to each other: a job waits, a job has ended before its time. */
const QUEUED = 'job-queued'
const ENDED = 'job-ended'

/** Work for any process of the installation that has room: queues in the database, and this process as a worker. */
export function jobsModule(
  { database, bus, log, tracing }: Pick<Platform, 'database' | 'bus' | 'log' | 'tracing'>,
  { nodes }: { nodes: NodesModule },
) {
  const store = new JobsStore(database.kysely, { tracing })
  const workers: JobWorker[] = []
  const wakeAll = () => {
    for (const worker of workers) worker.wake()
  }
  bus.on(QUEUED, wakeAll)
  bus.onMissed(wakeAll)
  bus.on(ENDED, job => {
    const [queue = '', ...subject] = job.split('/')
    for (const worker of workers) worker.end(queue, subject.join('/'))
  })
  return {
    store,
    /** A worker that its caller starts and stops. */
    worker(handler: JobHandler, concurrency: number): JobWorker {
      const worker = new JobWorker({ handler, concurrency, store, node: nodes.own, log, tracing })
      workers.push(worker)
      return worker
    },
    /** After the transaction that enqueued: workers may act on it at once, on any node. */
    announceQueued: (subject: string) => bus.notify(QUEUED, subject),
    /** After a job was cancelled: the worker that has it may stop at once. */
    announceEnded: (queue: QueueName, subject: string) => bus.notify(ENDED, `${queue}/${subject}`),
  }
}
