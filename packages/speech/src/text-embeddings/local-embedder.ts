import { inspectModel, modelsRoot } from '../models/model-folder'
import type { JobPriority } from '../pool/job-queue'
import { WorkerLane } from '../pool/worker-lane'
import { SpeechError } from '../speech-error'
import { MINI_LM_DIMENSIONS } from './mini-lm'
import {
  type EmbedRequest,
  MAX_TEXTS,
  type TextEmbedder,
  type TextEmbedderAvailability,
} from './text-embedder'

export interface LocalEmbedderOptions {
  modelsRoot?: string
  /** The process ends after this time without work, and gives its memory back. */
  idleMs?: number
  /** Requests that wait for the process; one more is refused. */
  maxWaiting?: number
  jobTimeoutMs?: number
}

/** Below every other process of the machine: it takes what they leave. */
const NICENESS = 15
const priorities: Record<EmbedRequest['priority'], JobPriority> = { question: 'live', passage: 'batch' }

/** MiniLM on this machine, in one process of its own. It was trained on English alone. */
export class LocalEmbedder implements TextEmbedder {
  readonly space = 'all-MiniLM-L6-v2'
  readonly dimensions = MINI_LM_DIMENSIONS
  readonly languages = ['en']
  readonly #root: string
  readonly #lane: WorkerLane
  readonly #maxWaiting: number

  constructor(options: LocalEmbedderOptions = {}) {
    this.#root = options.modelsRoot ?? modelsRoot()
    this.#maxWaiting = options.maxWaiting ?? 64
    this.#lane = new WorkerLane({
      modelsRoot: this.#root,
      threads: 1,
      processes: 1,
      niceness: NICENESS,
      idleMs: options.idleMs ?? 120_000,
      jobTimeoutMs: options.jobTimeoutMs,
    })
  }

  async availability(): Promise<TextEmbedderAvailability> {
    const state = await inspectModel(this.#root, 'minilm')
    return state.ok ? { available: true } : { available: false, reason: state.reason }
  }

  async embed(texts: readonly string[], { priority, signal }: EmbedRequest): Promise<Float32Array[]> {
    if (texts.length > MAX_TEXTS) throw new SpeechError('overflow', `At most ${MAX_TEXTS} texts at once`)
    const { available, reason } = await this.availability()
    if (!available) throw new SpeechError('unavailable', reason!)
    const lane = priorities[priority]
    if (this.#lane.queue.waiting(lane) >= this.#maxWaiting)
      throw new SpeechError('capacity', 'Too many texts wait for their embeddings')
    signal?.throwIfAborted()
    const done = await this.#lane.run('embed', { texts: [...texts] }, { priority: lane, signal })
    if (!done) throw new SpeechError('closed', 'The embedder is closed')
    return done.vectors
  }

  /** Of its process, while it has one. */
  get pids(): number[] {
    return this.#lane.pids
  }

  close(): Promise<void> {
    return this.#lane.close()
  }
}
