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
  #lastMs = Number.NEGATIVE_INFINITY

  constructor(private readonly options: NodeSamplerOptions) {}

  /** How many recordings wait for a worker. */
  countsQueue(waiting: () => Promise<number>): void {
    this.#queue = waiting
  }

  readonly beat = async (): Promise<void> => {
    const {
      pod,
      store,
      ticks = () => performance.now(),
      memoryBytes = () => process.memoryUsage.rss(),
    } = this.options
    if (ticks() - this.#lastMs < SAMPLE_MS) return
    await store.add({ pod, memoryBytes: memoryBytes(), queue: await this.#queue() })
    this.#lastMs = ticks()
  }
}
