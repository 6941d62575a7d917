import { availableParallelism } from 'node:os'
import { modelsRoot } from '../models/model-folder'
import { SpeechError } from '../speech-error'
import { OfflineWhisper, type WhisperSetting } from '../whisper/offline-whisper'
import { LOW_QUALITY_AFTER_MS } from './job-queue'
import type { Job, JobKind, JobResult } from './jobs'
import { LiveCapacity } from './live-capacity'
import { type LiveWork, noLiveWork, withWork } from './live-work'
import { type SpeechSlot, SpeechSlots, type StreamOwner } from './speech-slots'
import { type JobRequest, type WorkedJob, WorkerLane } from './worker-lane'

export type StreamClass = 'live' | 'other-language' | 'batch'

export interface RecognizerPoolOptions {
  modelsRoot?: string
  /** Processes for voice activity and English, and as many for voices while any stream is diarized. */
  processes?: number
  threads?: number
  /** Streams recognised at once, by what they cost; of live ones those with speech. */
  capacity?: Partial<Record<StreamClass, number>>
  /** The Whisper process ends after this time without work. */
  whisperIdleMs?: number
  jobTimeoutMs?: number
  /** Which Whisper whole recordings get; the base one unless said otherwise. */
  whisper?: WhisperSetting
  /** One line for the log. */
  onNotice?: (notice: string) => void
}

export interface PoolStats {
  streams: Record<StreamClass, number>
  /** Live streams with speech that the machine keeps up with at present. */
  liveCapacity: number
  refused: number
  crashes: number
  waiting: { live: number; interim: number; batch: number }
  processes: number
}

/** Loading the models takes seconds, and more than a minute on a machine that does much else. */
const WARM_MS = 300_000

/** The processes that recognise, shared by every stream of a server. */
export class RecognizerPool {
  readonly root: string
  readonly #main: WorkerLane
  readonly #whisper: WorkerLane
  /** No live caption waits behind the large model, and its memory is given back soon. */
  readonly #smallWhisper: WorkerLane
  readonly offlineWhisper: OfflineWhisper
  /** Who speaks is looked for while others make the text. */
  readonly #voices: WorkerLane
  /** Work of minutes must not delay a live sentence. */
  readonly #background: WorkerLane
  readonly #capacity: Partial<Record<StreamClass, number>>
  readonly #live: LiveCapacity
  readonly #slots: Record<Exclude<StreamClass, 'batch'>, SpeechSlots>
  #batchStreams = 0
  #refused = 0
  #liveWork = noLiveWork

  constructor(options: RecognizerPoolOptions = {}) {
    const cores = availableParallelism()
    const processes = options.processes ?? Math.max(1, Math.floor(cores / 2))
    const settings = {
      modelsRoot: options.modelsRoot ?? modelsRoot(),
      threads: options.threads ?? Math.min(2, cores),
      jobTimeoutMs: options.jobTimeoutMs,
    }
    this.root = settings.modelsRoot
    this.#live = new LiveCapacity(processes)
    const onWorked = (done: WorkedJob) => {
      if (done.kind === 'final') this.#live.measured(done.soundMs, done.workMs)
      this.#liveWork = withWork(this.#liveWork, done)
    }
    const whisper = { ...settings, processes: 1, onWorked }
    this.#main = new WorkerLane({ ...settings, processes, onWorked })
    this.#whisper = new WorkerLane({ ...whisper, idleMs: options.whisperIdleMs ?? 300_000 })
    this.#smallWhisper = new WorkerLane({ ...whisper, idleMs: 60_000 })
    this.offlineWhisper = new OfflineWhisper({
      root: this.root,
      setting: options.whisper ?? 'base',
      isSmallRunning: () => this.#smallWhisper.pids.length > 0,
      run: (job, request) => this.run('whisper', job, request),
      onNotice: options.onNotice,
    })
    this.#voices = new WorkerLane({ ...settings, threads: 1, processes, idleMs: 60_000 })
    this.#background = new WorkerLane({ ...settings, threads: 1, processes: 1, idleMs: 60_000 })
    this.#capacity = { 'other-language': 3, batch: 8, ...options.capacity }
    this.#slots = {
      live: new SpeechSlots({ capacity: () => this.#capacityOf('live') }),
      'other-language': new SpeechSlots({ capacity: () => this.#capacityOf('other-language') }),
    }
  }

  /** Takes a stream, or refuses it. A live one is recognised while it holds its slot; a whole file always. */
  admit(kind: StreamClass, owner?: StreamOwner): SpeechSlot {
    if (kind === 'batch') return this.#admitBatch()
    if (kind === 'live' && this.#main.queue.waitedMs('live', performance.now()) >= LOW_QUALITY_AFTER_MS) {
      this.#refused += 1
      throw new SpeechError('capacity', 'The engine is too far behind with the streams it has')
    }
    return this.#slots[kind].admit(owner)
  }

  #admitBatch(): SpeechSlot {
    const most = this.#capacityOf('batch')
    if (this.#batchStreams >= most) {
      this.#refused += 1
      throw new SpeechError('capacity', `The engine is at its capacity of ${most} streams`)
    }
    this.#batchStreams += 1
    let isOpen = true
    const release = () => {
      if (isOpen) this.#batchStreams -= 1
      isOpen = false
    }
    return { acquire: async () => {}, spoke: () => {}, release }
  }

  /** Live streams in English: as many as the machine keeps up with, unless a number was given. */
  #capacityOf(kind: StreamClass): number {
    return this.#capacity[kind] ?? this.#live.streams
  }

  run<K extends JobKind>(kind: K, job: Job<K>, request: JobRequest): Promise<JobResult<K> | undefined> {
    if (kind === 'vad') return this.#main.runNow(kind, job)
    return this.#laneOf(kind, job).run(kind, job, request)
  }

  #laneOf(kind: JobKind, job: Job): WorkerLane {
    if (kind === 'whisper') return 'size' in job && job.size === 'small' ? this.#smallWhisper : this.#whisper
    if (kind === 'languages') return this.#whisper
    if (kind === 'voices') return this.#voices
    return kind === 'diarize' || kind === 'voice' || kind === 'print' ? this.#background : this.#main
  }

  get #lanes(): WorkerLane[] {
    return [this.#main, this.#whisper, this.#smallWhisper, this.#voices, this.#background]
  }

  cancel(streamKey: string): void {
    for (const lane of this.#lanes) {
      for (const priority of ['live', 'interim', 'batch'] as const) lane.queue.cancel(streamKey, priority)
    }
  }

  /** Whether final results wait: then no one should ask for interim ones. */
  isCrowded(lane: 'main' | 'whisper'): boolean {
    return (lane === 'main' ? this.#main : this.#whisper).queue.waiting('live') > 0
  }

  async warm(): Promise<void> {
    const answers = await this.#main.runEverywhere('warm', { models: ['english'] }, WARM_MS)
    for (const { calibration } of answers)
      if (calibration) this.#live.calibrated(calibration.soundMs, calibration.workMs)
  }

  get liveWork(): LiveWork {
    return this.#liveWork
  }

  stats(): PoolStats {
    const waiting = (priority: 'live' | 'interim' | 'batch') =>
      this.#lanes.reduce((sum, lane) => sum + lane.queue.waiting(priority), 0)
    return {
      streams: {
        live: this.#slots.live.open,
        'other-language': this.#slots['other-language'].open,
        batch: this.#batchStreams,
      },
      liveCapacity: this.#capacityOf('live'),
      refused: this.#refused + this.#slots.live.refused + this.#slots['other-language'].refused,
      crashes: this.#lanes.reduce((sum, lane) => sum + lane.crashes, 0),
      waiting: { live: waiting('live'), interim: waiting('interim'), batch: waiting('batch') },
      processes: this.pids.length,
    }
  }

  get pids(): number[] {
    return this.#lanes.flatMap(lane => lane.pids)
  }

  async close(): Promise<void> {
    for (const slots of Object.values(this.#slots)) slots.close()
    await Promise.all(this.#lanes.map(lane => lane.close()))
  }
}
