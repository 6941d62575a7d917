import type { NodeSamplesStore } from './node-samples.store'

const SAMPLE_MS = 60_000

export interface NodeSamplerOptions {
  pod: string
  store: Pick<NodeSamplesStore, 'add'>
  /** Milliseconds that pass evenly. */
  ticks?: () => number
  memoryBytes?: () => number
}

/** Writes once a minute how this process does. A minute in which it did not beat stays a gap. */
export class NodeSampler {
  #queue: () => Promise<number> = async () => 0
  #liveWork = () => ({ soundMs: 0, workMs: 0 })
  /** What of it is in a sample. */
  #written = { soundMs: 0, workMs: 0 }
  #lastMs = Number.NEGATIVE_INFINITY

  constructor(private readonly options: NodeSamplerOptions) {}

  /** How many recordings wait for a worker. */
  countsQueue(waiting: () => Promise<number>): void {
    this.#queue = waiting
  }

  /** What recognition in running calls has done since the start. */
  measuresLiveWork(liveWork: () => { soundMs: number; workMs: number }): void {
    this.#liveWork = liveWork
  }

  readonly beat = async (): Promise<void> => {
    const {
      pod,
      store,
      ticks = () => performance.now(),
      memoryBytes = () => process.memoryUsage.rss(),
    } = this.options
    if (ticks() - this.#lastMs < SAMPLE_MS) return
    const done = this.#liveWork()
    const live = {
      soundMs: done.soundMs - this.#written.soundMs,
      workMs: done.workMs - this.#written.workMs,
    }
    await store.add({ pod, memoryBytes: memoryBytes(), queue: await this.#queue(), live })
    this.#written = done
    this.#lastMs = ticks()
  }
}
