import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '../../../platform/log/log'
import type { Media } from '../../../platform/media/media'
import type { JobQueue, QueuedJob } from '../../../platform/queue/job-queue'
import type { Storage } from '../../../platform/storage/storage'
import { endEntries, type MeetingsStore } from '../../meetings'
import type { OwnNode } from '../../nodes'
import type { HighlightsStore, UtterancesStore } from '../../past-data'
import type { ShardsStore } from '../../trainable'
import type { SpeechTools } from '../speech-tools'
import type { MeetingJob, PipelineStore } from './pipeline.store'
import { RunEndedError } from './run-ended-error'
import type { RunLease } from './run-lease.store'
import { runMeeting, StageFailedError, type StageWatch } from './run-meeting'
import type { StagesStore } from './stages.store'
import { StoredFiles } from './stored-files'

export interface PipelineWorkerOptions {
  node: OwnNode
  store: PipelineStore
  stages: StagesStore
  queue: JobQueue<MeetingJob>
  meetings: MeetingsStore
  utterances: UtterancesStore
  highlights: HighlightsStore
  shards: ShardsStore
  storage: Storage
  media: Media
  speech: SpeechTools
  /** For files of runs; a folder a worker. */
  scratchFolder: string
  log: Log
  pollMs?: number
  retryDelaysMs?: readonly number[]
  watch?: StageWatch
}

/** A stage at which this many workers died is not tried by another one. */
const MAX_TAKEOVERS = 3

class WorkerLostError extends Error {
  override readonly name = 'WorkerLostError'
  readonly reason = 'worker_lost'
}

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
    options.node.addLoad('recordings', () => this.#running.size)
    options.node.onBeat(alive => this.#onBeat(alive))
  }

  start(): void {
    this.#lanes = Array.from({ length: this.#options.node.capacity }, () => this.#lane())
  }

  /** There may be something to do. */
  wake(): void {
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

  async #lane(): Promise<void> {
    const { queue, node, log, pollMs = 1_000 } = this.#options
    while (!this.#stopping.signal.aborted) {
      try {
        const job = node.isDraining ? undefined : await queue.fetch()
        if (job) await this.#work(job)
        else await this.#sleep(pollMs)
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

  async #process(hold: RunLease): Promise<void> {
    const { store, log, node } = this.#options
    const controller = new AbortController()
    const { meetingId } = hold
    this.#running.set(meetingId, { hold, controller })
    if (this.#stopping.signal.aborted) controller.abort(new RunEndedError('stopping'))
    node.loadChanged()
    try {
      await this.#run(hold, controller.signal)
      log.info({ meeting: meetingId }, 'meeting processed')
    } catch (error) {
      const ended = controller.signal.aborted ? controller.signal.reason : error
      if (ended instanceof RunEndedError) {
        log.info({ meeting: meetingId, reason: ended.reason }, 'run ended')
        if (ended.reason === 'stopping')
          await this.#tolerant(() => store.release(hold), 'returning a run to the queue failed')
      } else await this.#tolerant(() => this.#fail(hold, ended), 'failure was not noted')
    } finally {
      this.#running.delete(meetingId)
      node.loadChanged()
    }
  }

  async #run(hold: RunLease, signal: AbortSignal): Promise<void> {
    const { store, stages, meetings, storage, media, speech, utterances, highlights, shards, log } =
      this.#options
    const { meetingId } = hold
    const meeting = await meetings.find(meetingId)
    if (!meeting) throw new RunEndedError('lost')
    const takeovers = await store.takeovers(hold)
    if (takeovers > MAX_TAKEOVERS)
      throw new WorkerLostError(`Its worker died ${takeovers} times at the stage ${meeting.stage}`)
    const folder = join(this.#folder, meetingId)
    const watch = this.#options.watch ?? (async () => undefined)
    const files = await StoredFiles.open({ meeting, storage, media, folder, signal })
    try {
      await runMeeting({
        stages,
        hold,
        log,
        signal,
        watch,
        retryDelaysMs: this.#options.retryDelaysMs ?? [1_000, 5_000, 30_000],
        context: ({ output, progress }) => ({
          meeting,
          media,
          speech,
          files,
          signal,
          log,
          output,
          progress,
          record: entry => stages.record(hold, entry),
          parts: {
            all: stage => stages.parts(meetingId, stage),
            put: async (stage, number, content) => {
              await stages.putPart(meetingId, stage, number, content)
              await watch({ meetingId, stage, at: 'part' })
            },
          },
          sink: {
            utterances: list => utterances.replaceAll(meetingId, list),
            highlights: list => highlights.replaceFound(meetingId, list),
            shards: list => shards.replaceAll(meetingId, list),
          },
        }),
      })
    } finally {
      await files.close()
    }
  }

  async #fail(hold: RunLease, error: unknown): Promise<void> {
    const { stages, meetings, log } = this.#options
    const meeting = await meetings.find(hold.meetingId)
    if (!meeting) return
    const stage = error instanceof StageFailedError ? error.stage : meeting.stage
    const told = error instanceof StageFailedError ? error.told : (error as Error).message
    const reason = error instanceof WorkerLostError ? 'worker lost' : 'failed'
    log.warn({ meeting: hold.meetingId, stage, reason: told }, 'meeting failed')
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
    for (const { meetingId, takeovers, fromPod } of await store.takeOver(node.times.silentMs, node.pod)) {
      log.warn({ meeting: meetingId, takeovers, fromPod }, 'meeting taken over from a silent worker')
      const fields = { takeovers, ...(fromPod && { from_pod_name: fromPod }) }
      await stages.record({ meetingId }, { metric: 'runTakenOver', fields })
      this.wake()
    }
  }
}
