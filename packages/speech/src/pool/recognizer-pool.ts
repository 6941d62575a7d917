import { availableParallelism } from 'node:os'
import { modelsRoot } from '../models/model-folder'
import { SpeechError } from '../speech-error'
import type { Job, JobKind, JobResult } from './jobs'
import { type JobRequest, WorkerLane } from './worker-lane'

export type StreamClass = 'live' | 'other-language' | 'batch'

export interface RecognizerPoolOptions {
  modelsRoot?: string
  /** Processes for voice activity, English and speakers. */
  processes?: number
  threads?: number
  /** Streams taken at once, by what they cost. */
  capacity?: Partial<Record<StreamClass, number>>
  /** The Whisper process ends after this time without work. */
  whisperIdleMs?: number
  jobTimeoutMs?: number
}

export interface PoolStats {
  streams: Record<StreamClass, number>
  refused: number
  crashes: number
  waiting: { live: number; interim: number; batch: number }
  processes: number
}

/** The processes that recognise, shared by every stream of a server. */
export class RecognizerPool {
  readonly root: string
  private readonly main: WorkerLane
  private readonly whisper: WorkerLane
  /** Work of minutes must not stand before anybody's next sentence. */
  private readonly background: WorkerLane
  private readonly capacity: Record<StreamClass, number>
  private readonly streams: Record<StreamClass, number> = { live: 0, 'other-language': 0, batch: 0 }
  private refused = 0

  constructor(options: RecognizerPoolOptions = {}) {
    const cores = availableParallelism()
    const processes = options.processes ?? Math.max(1, Math.floor(cores / 2))
    const settings = {
      modelsRoot: options.modelsRoot ?? modelsRoot(),
      threads: options.threads ?? Math.min(2, cores),
      jobTimeoutMs: options.jobTimeoutMs,
    }
    this.root = settings.modelsRoot
    this.main = new WorkerLane({ ...settings, processes })
    this.whisper = new WorkerLane({ ...settings, processes: 1, idleMs: options.whisperIdleMs ?? 300_000 })
    this.background = new WorkerLane({ ...settings, threads: 1, processes: 1, idleMs: 60_000 })
    this.capacity = { live: processes * 6, 'other-language': 3, batch: 8, ...options.capacity }
  }

  /** Takes a place for a stream, or refuses it; the answer gives the place back. */
  admit(kind: StreamClass): () => void {
    if (this.streams[kind] >= this.capacity[kind]) {
      this.refused += 1
      throw new SpeechError('capacity', `The engine is at its capacity of ${this.capacity[kind]} streams`)
    }
    this.streams[kind] += 1
    let held = true
    return () => {
      if (held) this.streams[kind] -= 1
      held = false
    }
  }

  run<K extends JobKind>(kind: K, job: Job<K>, request: JobRequest): Promise<JobResult<K> | undefined> {
    if (kind === 'vad') return this.main.runNow(kind, job)
    return this.laneOf(kind).run(kind, job, request)
  }

  private laneOf(kind: JobKind): WorkerLane {
    if (kind === 'whisper') return this.whisper
    return kind === 'diarize' || kind === 'voice' ? this.background : this.main
  }

  private get lanes(): WorkerLane[] {
    return [this.main, this.whisper, this.background]
  }

  cancel(streamKey: string): void {
    for (const lane of this.lanes) {
      for (const priority of ['live', 'interim', 'batch'] as const) lane.queue.cancel(streamKey, priority)
    }
  }

  /** Whether final results wait: then nobody should ask for interim ones. */
  isCrowded(lane: 'main' | 'whisper'): boolean {
    return this[lane].queue.waiting('live') > 0
  }

  async warm(): Promise<void> {
    await this.main.runEverywhere('warm', { models: ['english'] })
  }

  stats(): PoolStats {
    const waiting = (priority: 'live' | 'interim' | 'batch') =>
      this.lanes.reduce((sum, lane) => sum + lane.queue.waiting(priority), 0)
    return {
      streams: { ...this.streams },
      refused: this.refused,
      crashes: this.lanes.reduce((sum, lane) => sum + lane.crashes, 0),
      waiting: { live: waiting('live'), interim: waiting('interim'), batch: waiting('batch') },
      processes: this.pids.length,
    }
  }

  get pids(): number[] {
    return this.lanes.flatMap(lane => lane.pids)
  }

  async close(): Promise<void> {
    await Promise.all(this.lanes.map(lane => lane.close()))
  }
}
