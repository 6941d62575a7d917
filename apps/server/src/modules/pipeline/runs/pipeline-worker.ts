import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { JobQueue, QueuedJob } from '../../../platform/queue/job-queue'
import { endEntries } from '../../meetings'
import type { OwnNode } from '../../nodes'
import type { AfterCallStore, WorkerPlace } from '../after-call/after-call.store'
import { discardVoices } from '../after-call/call-tools'
import type { MeetingJob } from './pipeline.store'
import { type RunParts, runClaimed, WorkerLostError } from './run-claimed'
import { RunEndedError } from './run-ended-error'
import type { RunLease } from './run-lease.store'
import { StageFailedError } from './run-meeting'

export interface PipelineWorkerOptions extends RunParts {
  node: OwnNode
  queue: JobQueue<MeetingJob>
  afterCall: AfterCallStore
  /** How long after each failure what a call left is tried again. */
  repeatDelaysMs?: readonly number[] | undefined
  /** For files of runs; a folder a worker. */
  scratchFolder: string
  pollMs?: number
}

const MINUTE_MS = 60_000
const REPEAT_DELAYS_MS = [5 * MINUTE_MS, 30 * MINUTE_MS, 240 * MINUTE_MS]

interface Running {
  hold: RunLease
  controller: AbortController
}

/** Fetches meetings and takes them through the stages, as many at once as the node has room for. */
export class PipelineWorker {
  readonly #options: PipelineWorkerOptions
  readonly #folder: string
  readonly #running = new Map<string, Running>()
  readonly #stopping = new AbortController()
  #lanes: Promise<void>[] = []
  #wakers: (() => void)[] = []
  #idleBefore = new Set<string>()

  constructor(options: PipelineWorkerOptions) {
    this.#options = options
    this.#folder = join(options.scratchFolder, options.node.pod)
    // A run after a call gives way to whatever comes: it takes no place.
    options.node.addLoad('recordings', () => this.#running.size - this.#afterCalls.length)
    options.node.onBeat(alive => this.#onBeat(alive))
  }

  start(): void {
    const { capacity } = this.#options.node
    // One at a time: what yields to everything shall not take all the memory.
    this.#lanes = Array.from({ length: capacity }, (_, index) => this.#lane(index === 0))
  }

  /** There may be something to do. */
  wake(): void {
    void this.#tolerant(() => this.#yield(), 'looking for more important work failed')
    for (const waker of this.#wakers.splice(0)) waker()
  }

  /** The run of a meeting was cancelled, or the meeting is gone. */
  end(meetingId: string): void {
    this.#running.get(meetingId)?.controller.abort(new RunEndedError('lost'))
  }

  /** Gives back what is under way; resolves when nothing of it runs any more. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    for (const { controller } of this.#running.values()) controller.abort(new RunEndedError('stopping'))
    this.wake()
    await Promise.all(this.#lanes)
    await rm(this.#folder, { recursive: true, force: true })
  }

  async #lane(takesAfterCalls: boolean): Promise<void> {
    const { queue, node, log, pollMs = 1_000 } = this.#options
    while (!this.#stopping.signal.aborted) {
      try {
        const job = node.isDraining ? undefined : await queue.fetch()
        if (job) await this.#work(job)
        else if (!(takesAfterCalls && (await this.#workAfterCall()))) await this.#sleep(pollMs)
      } catch (error) {
        log.warn({ err: error }, 'fetching jobs failed')
        await this.#sleep(pollMs)
      }
    }
  }

  #sleep(ms: number): Promise<void> {
    if (this.#stopping.signal.aborted) return Promise.resolve()
    return new Promise(resolve => {
      const timer = setTimeout(resolve, ms)
      this.#wakers.push(() => {
        clearTimeout(timer)
        resolve()
      })
      if (this.#wakers.length > 1_000) this.#wakers.shift()
    })
  }

  async #work(job: QueuedJob<MeetingJob>): Promise<void> {
    const { store, queue, node } = this.#options
    const hold = await store.claim(job, node.pod)
    if (hold) await this.#process(hold)
    await queue.done(job.id)
  }

  /** False when there is nothing of that kind to do now. */
  async #workAfterCall(): Promise<boolean> {
    const { node, afterCall } = this.#options
    const hold = node.isDraining ? undefined : await afterCall.claim(this.#place)
    if (hold) await this.#process(hold)
    return hold !== undefined
  }

  get #place(): WorkerPlace {
    const { pod, host, times } = this.#options.node
    return { pod, host, silentMs: times.silentMs }
  }

  get #afterCalls(): Running[] {
    return [...this.#running.values()].filter(({ hold }) => hold.kind === 'after-call')
  }

  /** Calls and recordings come first: what was left of a call waits until they are done. */
  async #yield(): Promise<void> {
    if (this.#afterCalls.length === 0 || !(await this.#options.afterCall.mustYield(this.#place))) return
    for (const { controller } of this.#afterCalls) controller.abort(new RunEndedError('yielding'))
  }

  async #process(hold: RunLease): Promise<void> {
    const { store, log, node } = this.#options
    const controller = new AbortController()
    const { meetingId } = hold
    this.#running.set(meetingId, { hold, controller })
    if (this.#stopping.signal.aborted) controller.abort(new RunEndedError('stopping'))
    node.loadChanged()
    try {
      await runClaimed(this.#options, hold, { workFolder: this.#folder, signal: controller.signal })
      log.info({ meeting: meetingId }, 'meeting processed')
    } catch (error) {
      const ended = controller.signal.aborted ? controller.signal.reason : error
      if (ended instanceof RunEndedError) {
        log.info({ meeting: meetingId, reason: ended.reason }, 'run ended')
        if (ended.reason !== 'lost')
          await this.#tolerant(() => store.release(hold), 'returning a run to the queue failed')
      } else await this.#tolerant(() => this.#fail(hold, ended), 'failure was not noted')
    } finally {
      this.#running.delete(meetingId)
      node.loadChanged()
    }
  }

  async #fail(hold: RunLease, error: unknown): Promise<void> {
    const { stages, meetings, storage, log, afterCall, repeatDelaysMs = REPEAT_DELAYS_MS } = this.#options
    const meeting = await meetings.find(hold.meetingId)
    if (!meeting) return
    const stage = error instanceof StageFailedError ? error.stage : meeting.stage
    const told = error instanceof StageFailedError ? error.told : (error as Error).message
    const reason = error instanceof WorkerLostError ? 'worker lost' : 'failed'
    if (hold.kind === 'after-call') {
      const about = { meeting: hold.meetingId, stage, reason: told }
      if (await afterCall.repeatLater(hold, repeatDelaysMs))
        return log.warn(about, 'stages after the call failed: they are tried again later')
      log.warn(about, 'stages after the call failed: live text stays')
      await this.#tolerant(
        () => discardVoices(storage, hold.meetingId),
        'deleting the voices of a call failed',
      )
    } else log.warn({ meeting: hold.meetingId, stage, reason: told }, 'meeting failed')
    const { startedAt } = meeting
    await stages.fail(hold, told, endEntries({ reason, startedAt, stage, error: told }))
  }

  async #tolerant(action: () => Promise<void>, failure: string): Promise<void> {
    await action().catch(error => {
      if (!(error instanceof RunEndedError)) this.#options.log.warn({ err: error }, failure)
    })
  }

  /**
   * A run whose end could not be written (the database was away) is held by us and worked on by nobody. One that was
   * taken just now looks the same, so it must be seen twice.
   */
  async #releaseForgotten(held: ReadonlyMap<string, RunLease>): Promise<void> {
    const working = new Set([...this.#running.values()].map(({ hold }) => hold.token))
    const idle = [...held.values()].filter(({ token }) => !working.has(token))
    const forgotten = idle.filter(({ token }) => this.#idleBefore.has(token))
    this.#idleBefore = new Set(idle.map(({ token }) => token))
    for (const hold of forgotten)
      await this.#tolerant(() => this.#options.store.release(hold), 'returning a run to the queue failed')
  }

  /** Ends what is no longer ours, and puts back into the queue what dead workers left. */
  async #onBeat(alive: boolean): Promise<void> {
    const { store, stages, node, log } = this.#options
    const held = alive ? await store.heldBy(node.pod) : new Map<string, RunLease>()
    for (const { hold, controller } of this.#running.values())
      if (!held.has(hold.token)) controller.abort(new RunEndedError('lost'))
    if (!alive) return
    await this.#releaseForgotten(held)
    await this.#yield()
    for (const { meetingId, takeovers, fromPod, kind } of await store.takeOver(
      node.times.silentMs,
      node.pod,
    )) {
      log.warn({ meeting: meetingId, takeovers, fromPod }, 'meeting taken over from a silent worker')
      const fields = { takeovers, ...(fromPod && { from_pod_name: fromPod }) }
      if (kind === 'recording') await stages.record({ meetingId }, { metric: 'runTakenOver', fields })
      this.wake()
    }
  }
}
