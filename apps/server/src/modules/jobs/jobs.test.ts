import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createLog } from '../../platform/log/log'
import { pastMeeting } from '../../testing/meetings/past-meeting'
import { type TestServer, testServer } from '../../testing/test-server'
import { OwnNode } from '../nodes/own-node'
import type { JobLease } from './job-lease'
import type { QueueName } from './job-tables'
import { type JobHandler, JobWorker } from './job-worker'
import { JobsStore } from './jobs.store'

const log = createLog('silent')
const times = { heartbeatMs: 50, silentMs: 60_000 }

let server: TestServer
beforeAll(async () => {
  // Without workers of its own: the jobs are those of each test.
  server = await testServer({ env: { LIVETAP_ROLE: 'gateway' } })
})
beforeEach(() => server.app.database.pool.query('delete from job'))
afterAll(() => server?.close())

const rowOf = async (subject: string) =>
  (await server.app.database.pool.query('select * from job where subject = $1', [subject])).rows[0]

/** Another process that works on archives. */
async function workerBeside(
  pod: string,
  handler: Partial<JobHandler> & Pick<JobHandler, 'run'>,
  concurrency = 1,
  jobs = server.app.jobs.store,
) {
  const { app } = server
  const { store, own } = app.nodes
  const about = { role: 'worker' as const, cluster: 'c', region: 'r', host: own.host, version: '0.0.0' }
  const node = new OwnNode({ ...about, store, log, pod, id: pod, url: own.url, capacity: 1, times })
  const worker = new JobWorker({
    handler: { queue: 'archive', fail: job => app.jobs.store.finish(job, 'failed'), ...handler },
    concurrency,
    store: jobs,
    node,
    log,
    pollMs: 20,
  })
  await node.start()
  worker.start()
  const stop = async () => {
    await worker.stop()
    await node.stop()
  }
  onTestFinished(stop)
  return { worker, node, stop }
}

/** Resolves when the work is aborted, with what it was aborted with. */
const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    const end = () => reject(signal.reason as Error)
    if (signal.aborted) end()
    else signal.addEventListener('abort', end)
  })

describe('the queue', () => {
  test('a job is enqueued once, exactly when the transaction is that it belongs to', async () => {
    const { app } = server
    const { store } = app.jobs
    const { kysely } = app.database
    const undone = kysely.transaction().execute(async tx => {
      expect(await new JobsStore(tx).enqueue('archive', 'a')).toBe(true)
      expect(await store.claim('archive', 'w')).toBeUndefined()
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await store.waiting('archive')).toBe(0)
    expect(await store.enqueue('archive', 'a')).toBe(true)
    expect(await store.enqueue('archive', 'a')).toBe(false)
    await store.finish((await store.claim('archive', 'w'))!, 'done')
    expect(await store.enqueue('archive', 'a')).toBe(false)
    expect(await store.waiting('archive')).toBe(0)
  })

  test('the highest priority is claimed first, of one priority what has waited longest, each by one worker', async () => {
    const { app } = server
    const { store } = app.jobs
    for (const [subject, priority] of [
      ['sample', -1],
      ['first', 0],
      ['second', 0],
      ['urgent', 5],
    ] as const)
      await store.enqueue('archive', subject, priority)
    expect(await store.waiting('archive')).toBe(4)
    expect(await store.waiting('recording')).toBe(0)
    expect((await store.claim('archive', 'w'))?.subject).toBe('urgent')
    const claimed = await Promise.all(['a', 'b', 'c', 'd', 'e'].map(pod => store.claim('archive', pod)))
    expect(claimed.flatMap(job => job?.subject ?? []).sort()).toEqual(['first', 'sample', 'second'])
    expect(await store.waiting('archive')).toBe(0)
  })

  test('a job that is given back keeps its priority and goes behind the others of it', async () => {
    const { app } = server
    const { store } = app.jobs
    const claim = () => store.claim('archive', 'w')
    await store.enqueue('archive', 'sample', -1)
    const sample = (await claim())!
    await store.enqueue('archive', 'one')
    const one = (await claim())!
    await store.enqueue('archive', 'two')
    await store.release(sample)
    await store.release(one)
    const order = [await claim(), await claim(), await claim()]
    expect(order.map(job => job?.subject)).toEqual(['two', 'one', 'sample'])
  })

  test('a lease that was lost writes nothing: each claim has a token of its own', async () => {
    const { app } = server
    const { store } = app.jobs
    await store.enqueue('archive', 'a')
    const late = (await store.claim('archive', 'w'))!
    await store.release(late)
    const job = (await store.claim('archive', 'w'))!
    const writes = [store.advance, store.release, (lease: JobLease) => store.finish(lease, 'done')]
    for (const write of writes)
      await expect(write.call(store, late)).rejects.toMatchObject({ reason: 'lost' })
    expect(await store.retryLater(late, [1])).toBe(false)
    await store.advance(job)
    expect(await store.cancel(['archive'], 'a')).toBe(true)
    expect(await store.cancel(['archive'], 'a')).toBe(false)
    await expect(store.finish(job, 'done')).rejects.toMatchObject({ reason: 'lost' })
    expect(await store.enqueueAgain(['archive'], 'a')).toBe(true)
    expect(await store.enqueueAgain(['archive'], 'a')).toBe(false)
  })

  test('an attempt that failed is followed by another after its delay, by the time of the database, until there is none', async () => {
    const { store } = server.app.jobs
    await store.enqueue('archive', 'a')
    const claim = () => store.claim('archive', 'w')
    expect(await store.retryLater((await claim())!, [3_600_000, 7_200_000])).toBe(true)
    expect(await claim()).toBeUndefined()
    const { pool } = server.app.database
    const delayed = await pool.query(
      "select not_before between clock_timestamp() + interval '59 minutes' and clock_timestamp() + interval '1 hour' as an_hour from job",
    )
    expect(delayed.rows).toEqual([{ an_hour: true }])
    await pool.query('update job set not_before = clock_timestamp()')
    expect(await store.retryLater((await claim())!, [3_600_000, 7_200_000])).toBe(true)
    await pool.query('update job set not_before = clock_timestamp()')
    const last = (await claim())!
    expect(await store.retryLater(last, [3_600_000, 7_200_000])).toBe(false)
    await store.finish(last, 'failed')
    expect(await rowOf('a')).toMatchObject({ state: 'failed', failures: 2, token: null })
  })

  test('a meeting has one job, which is deleted with it', async () => {
    const { store } = server.app.jobs
    const id = await pastMeeting(server)
    expect(await store.enqueue('recording', id)).toBe(true)
    expect(await store.enqueue('after-call', id)).toBe(false)
    await server.app.database.pool.query('delete from meeting where id = $1', [id])
    expect(await rowOf(id)).toBeUndefined()
    await expect(store.enqueue('recording', id)).rejects.toThrow('foreign key')
  })
})

describe('a worker', () => {
  test('works on as many jobs at once as it may, each once, and takes the next when one ends', async () => {
    const { store } = server.app.jobs
    const subjects = Array.from({ length: 12 }, (_, at) => `job-${at}`)
    for (const subject of subjects) await store.enqueue('archive', subject)
    const ran: string[] = []
    let [now, most] = [0, 0]
    const run = async (job: JobLease) => {
      most = Math.max(most, ++now)
      ran.push(job.subject)
      await store.advance(job)
      now -= 1
      await store.finish(job, 'done')
    }
    await workerBeside('one', { run }, 2)
    await workerBeside('two', { run }, 2)
    await vi.waitFor(async () => {
      const { rows } = await server.app.database.pool.query('select distinct state from job')
      expect(rows).toEqual([{ state: 'done' }])
    }, 10_000)
    expect(ran.sort()).toEqual(subjects.sort())
    expect(most).toBeLessThanOrEqual(4)
  })

  test('that falls silent loses its jobs to another one; over a job that killed four no fifth is tried', async () => {
    const { store } = server.app.jobs
    await store.enqueue('archive', 'left')
    await store.enqueue('archive', 'deadly')
    const left = (await store.claim('archive', 'dead'))!
    await store.claim('archive', 'dead')
    await server.app.database.pool.query("update job set takeovers = 3 where subject = 'deadly'")
    const takenOver: object[] = []
    const failed: unknown[] = []
    const ran: string[] = []
    await workerBeside('living', {
      async run(job) {
        ran.push(job.subject)
        await store.finish(job, 'done')
      },
      async fail(job, error) {
        failed.push(job.subject, error)
        await store.finish(job, 'failed')
      },
      takenOver: async job => void takenOver.push(job),
    })
    await vi.waitFor(async () => {
      expect(await rowOf('left')).toMatchObject({ state: 'done', worker_id: 'living', takeovers: 1 })
      expect(await rowOf('deadly')).toMatchObject({ state: 'failed', takeovers: 4 })
    }, 10_000)
    expect(ran).toEqual(['left'])
    expect(failed).toEqual(['deadly', expect.objectContaining({ reason: 'worker_lost', takeovers: 4 })])
    expect(takenOver).toHaveLength(2)
    expect(takenOver).toContainEqual({ queue: 'archive', subject: 'left', takeovers: 1, fromWorker: 'dead' })
    await expect(store.finish(left, 'done')).rejects.toMatchObject({ reason: 'lost' })
  })

  test('whose heartbeat holds keeps its jobs, however long they take', async () => {
    const { store } = server.app.jobs
    await store.enqueue('archive', 'long')
    await server.app.database.pool.query(
      "insert into node (pod, id, role, cluster, region, host, capacity) values ('busy', 'busy', 'worker', 'c', 'r', 'h', 1)",
    )
    const job = (await store.claim('archive', 'busy'))!
    await server.app.database.pool.query("update job set started_at = now() - interval '1 day'")
    expect(await store.takeOver('archive', 60_000, 'other')).toEqual([])
    await server.app.database.pool.query(
      "update node set heartbeat_at = now() - interval '61 seconds' where pod = 'busy'",
    )
    expect(await store.takeOver('archive', 60_000, 'other')).toMatchObject([{ subject: 'long' }])
    await expect(store.advance(job)).rejects.toMatchObject({ reason: 'lost' })
  })

  test('that stops gives its jobs back, and another one goes on with them', async () => {
    const { store } = server.app.jobs
    await store.enqueue('archive', 'a')
    const { worker, stop } = await workerBeside('one', { run: (_, signal) => untilAborted(signal) })
    await vi.waitFor(() => expect(worker.size).toBe(1))
    await stop()
    expect(worker.size).toBe(0)
    expect(await rowOf('a')).toMatchObject({ state: 'queued', worker_id: null, takeovers: 0 })
  })

  test('whose node is drained gives its jobs back while another process takes them, and claims none', async () => {
    const { store } = server.app.jobs
    const { own } = server.app.nodes
    const ran: string[] = []
    const run = (pod: string) => (_: JobLease, signal: AbortSignal) => {
      ran.push(pod)
      return untilAborted(signal)
    }
    await store.enqueue('archive', 'a')
    const one = await workerBeside('one', { run: run('one') })
    await vi.waitFor(() => expect(one.worker.size).toBe(1))
    await one.node.drain()
    await one.node.beat()
    // No other process would go on with it.
    await vi.waitFor(async () => expect(await one.node.isReplaceable()).toBe(false))
    expect(one.worker.size).toBe(1)
    expect(await rowOf('a')).toMatchObject({ state: 'running', worker_id: 'one' })

    const two = await workerBeside('two', { run: run('two') })
    await vi.waitFor(async () => {
      expect(await rowOf('a')).toMatchObject({ state: 'running', worker_id: 'two', takeovers: 0 })
    })
    expect([one.worker.size, two.worker.size, own.isDraining]).toEqual([0, 1, false])
    expect(ran).toEqual(['one', 'two'])
    await store.enqueue('archive', 'b')
    await two.stop()
    await vi.waitFor(async () => expect(await rowOf('a')).toMatchObject({ state: 'queued' }))
    one.worker.wake()
    expect(await rowOf('b')).toMatchObject({ state: 'queued' })
  })

  test('aborts a job that was cancelled, and one that it lost, and writes nothing for it', async () => {
    const { store } = server.app.jobs
    const ended: unknown[] = []
    const { worker } = await workerBeside('one', {
      run: (_, signal) =>
        untilAborted(signal).catch(error => {
          ended.push(error)
          throw error
        }),
    })
    await store.enqueue('archive', 'told')
    await vi.waitFor(() => expect(worker.size).toBe(1))
    await store.cancel(['archive'], 'told')
    worker.end('archive', 'told')
    await vi.waitFor(() => expect(ended).toMatchObject([{ reason: 'lost' }]))
    await store.enqueue('archive', 'noticed')
    await vi.waitFor(async () => expect(await rowOf('noticed')).toMatchObject({ state: 'running' }))
    await store.cancel(['archive'], 'noticed')
    await vi.waitFor(() => expect(ended).toMatchObject([{ reason: 'lost' }, { reason: 'lost' }]))
    for (const subject of ['told', 'noticed'])
      expect(await rowOf(subject)).toMatchObject({ state: 'cancelled', token: null })
  })

  test('does not take a job for lost that it claimed while its heartbeat looked for those it holds', async () => {
    let release: () => void = () => undefined
    const isReleased = new Promise<void>(resolve => {
      release = resolve
    })
    let looked = 0
    class SlowStore extends JobsStore {
      override async heldBy(queue: QueueName, workerId: string) {
        const held = await super.heldBy(queue, workerId)
        await isReleased
        looked += 1
        return held
      }
    }
    const store = new SlowStore(server.app.database.kysely)
    let signal: AbortSignal | undefined
    const run = (_: JobLease, given: AbortSignal) => {
      signal = given
      return untilAborted(given)
    }
    await workerBeside('one', { run }, 1, store)
    await store.enqueue('archive', 'a')
    await vi.waitFor(() => expect(signal).toBeDefined())
    release()
    await vi.waitFor(() => expect(looked).toBeGreaterThan(1))
    expect(signal?.aborted).toBe(false)
  })

  test('gives back what it may not work on now, and takes it up when it may again', async () => {
    const { store } = server.app.jobs
    await store.enqueue('archive', 'a')
    let may = true
    let runs = 0
    const { worker } = await workerBeside('one', {
      mayRun: async () => may,
      async run(job, signal) {
        if (++runs === 1) await untilAborted(signal)
        await store.finish(job, 'done')
      },
    })
    await vi.waitFor(() => expect(worker.size).toBe(1))
    may = false
    await vi.waitFor(async () => expect(await rowOf('a')).toMatchObject({ state: 'queued', takeovers: 0 }))
    expect(runs).toBe(1)
    may = true
    await vi.waitFor(async () => expect(await rowOf('a')).toMatchObject({ state: 'done' }))
    expect(runs).toBe(2)
  })

  test('puts back a job whose end it could not write', async () => {
    const { store } = server.app.jobs
    await store.enqueue('archive', 'a')
    let runs = 0
    await workerBeside('one', {
      async run(job) {
        if (++runs === 1) throw new Error('the database is away')
        await store.finish(job, 'done')
      },
      fail: () => Promise.reject(new Error('the database is away')),
    })
    await vi.waitFor(async () => expect(await rowOf('a')).toMatchObject({ state: 'done' }), 10_000)
    expect(runs).toBe(2)
  })
})
