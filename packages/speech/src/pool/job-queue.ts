import type { Job, JobKind } from './jobs'

export type JobPriority = 'live' | 'interim' | 'batch'

export interface QueuedJob {
  priority: JobPriority
  /** One interim a stream may wait: a newer one takes its place. */
  streamKey?: string
  queuedAt: number
  start: () => void
  drop: () => void
}

/** A stream whose text is this late gets no interim results. */
export const INTERIMS_STOP_MS = 5_000
/** A final result of a live stream that waited this long is made by the small model. */
export const LOW_QUALITY_AFTER_MS = 15_000
/** Batch work that has waited this long goes before interim results. */
const MAX_WAIT_MS = 5_000

/** Final results of live streams first, then interim ones, then whole files. */
export class JobQueue {
  readonly #lanes: Record<JobPriority, QueuedJob[]> = { live: [], interim: [], batch: [] }

  get size(): number {
    return this.#lanes.live.length + this.#lanes.interim.length + this.#lanes.batch.length
  }

  waiting(priority: JobPriority): number {
    return this.#lanes[priority].length
  }

  /** How long the oldest job of a kind has waited. */
  waitedMs(priority: JobPriority, now: number): number {
    const oldest = this.#lanes[priority][0]
    return oldest ? now - oldest.queuedAt : 0
  }

  add(job: QueuedJob): void {
    const lane = this.#lanes[job.priority]
    if (job.priority === 'interim') {
      const index = lane.findIndex(({ streamKey }) => streamKey === job.streamKey)
      if (index >= 0) lane.splice(index, 1)[0]!.drop()
    }
    lane.push(job)
  }

  take(now: number): QueuedJob | undefined {
    const { live, interim, batch } = this.#lanes
    if (live.length) return live.shift()
    if (batch[0] && now - batch[0].queuedAt > MAX_WAIT_MS) return batch.shift()
    return interim.shift() ?? batch.shift()
  }

  /** Forgets a stream's waiting work of one kind. */
  cancel(streamKey: string, priority: JobPriority): void {
    const lane = this.#lanes[priority]
    for (let i = lane.length - 1; i >= 0; i--) {
      if (lane[i]!.streamKey === streamKey) lane.splice(i, 1)[0]!.drop()
    }
  }

  clear(): void {
    for (const lane of Object.values(this.#lanes)) for (const job of lane.splice(0)) job.drop()
  }
}

/** The job as it is done once its turn has come: what is far too late is done fast, and says so. */
export function afterWaiting<K extends JobKind>(
  kind: K,
  job: Job<K>,
  priority: JobPriority,
  waitedMs: number,
): Job<K> {
  return kind === 'final' && priority === 'live' && waitedMs >= LOW_QUALITY_AFTER_MS
    ? { ...job, lowQuality: true }
    : job
}
