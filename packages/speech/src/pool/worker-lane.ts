import { type ChildProcess, fork } from 'node:child_process'
import { SAMPLES_PER_MS } from '@livetap/audio'
import { samplesIn } from '../audio/sound'
import type { ProcessWork } from '../recognition'
import { asSpeechError, SpeechError } from '../speech-error'
import { afterWaiting, type JobPriority, JobQueue } from './job-queue'
import type { FromWorker, Job, JobKind, JobResult, ToWorker, WorkerSettings } from './jobs'
import { workerFile } from './worker-file'

export interface LaneOptions extends WorkerSettings {
  processes: number
  /** Ends processes that have had nothing to do for this long. */
  idleMs?: number
  jobTimeoutMs?: number
  /**
   * More time for the first job of its kind in a process: models are loaded for it, from a cold disk beside other work. None
   * unless said otherwise where `jobTimeoutMs` is given.
   */
  loadingMs?: number
  /** After each job that waited for its turn: how long the work itself took. */
  onWorked?: (done: WorkedJob) => void
}

export interface WorkedJob {
  kind: JobKind
  job: Job
  priority: JobPriority
  soundMs: number
  workMs: number
}

export interface JobRequest {
  priority: JobPriority
  streamKey?: string
  /** Called before the result is handed over. */
  onWorked?: (work: ProcessWork) => void
  /** Aborts work of minutes whose caller no longer waits. */
  signal?: AbortSignal
}

interface WorkerSlot {
  worker?: WorkerProcess
  heavy: boolean
  crashes: number
  retryAt: number
  idleTimer?: NodeJS.Timeout
}

const MAX_ATTEMPTS = 2
/** A process that is killed while it loads begins anew: on a busy machine it would never be ready. */
const LOADING_MS = 240_000

function soundOf(job: Job): number {
  if ('pcm' in job) return job.pcm.length
  return 'sound' in job ? samplesIn(job.sound) : 0
}

/** Processes that do the same kind of work, and the queue before them. */
export class WorkerLane {
  readonly queue = new JobQueue()
  crashes = 0
  readonly #options: LaneOptions
  readonly #slots: WorkerSlot[]
  readonly #timers = new Set<NodeJS.Timeout>()
  #closed = false

  constructor(options: LaneOptions) {
    this.#options = options
    this.#slots = Array.from({ length: options.processes }, () => ({ heavy: false, crashes: 0, retryAt: 0 }))
  }

  get processes(): number {
    return this.#slots.length
  }

  get pids(): number[] {
    return this.#slots.flatMap(({ worker }) => worker?.pid ?? [])
  }

  /** Runs a job in its turn. Undefined when a newer job of the stream took its place. */
  async run<K extends JobKind>(kind: K, job: Job<K>, request: JobRequest): Promise<JobResult<K> | undefined> {
    const askedAt = performance.now()
    for (let attempt = 1; ; attempt++) {
      const slot = await this.#turn(request)
      if (!slot) return undefined
      const release = this.#endOnAbort(slot, request.signal)
      try {
        // Twice real time over the usual limit: whole recordings take as long as they are.
        const timeoutMs = (this.#options.jobTimeoutMs ?? 60_000) + soundOf(job) / 8
        const startedAt = performance.now()
        const waitedMs = startedAt - askedAt
        const given = afterWaiting(kind, job, request.priority, waitedMs)
        const worker = this.#workerOf(slot)
        const { result, workMs } = await worker.run(kind, given, timeoutMs)
        slot.crashes = 0
        request.onWorked?.({ kind, pid: worker.pid, waitedMs, workMs, answeredAt: performance.now() })
        this.#options.onWorked?.({
          kind,
          job,
          priority: request.priority,
          soundMs: soundOf(job) / SAMPLES_PER_MS,
          workMs: performance.now() - startedAt,
        })
        return result
      } catch (error) {
        const failure = asSpeechError(error)
        if (failure.reason !== 'crashed' || attempt >= MAX_ATTEMPTS || this.#closed) throw failure
      } finally {
        release()
        slot.heavy = false
        this.#dispatch()
        this.#restWhenIdle(slot)
      }
    }
  }

  /** Light work that does not wait for its turn. */
  async runNow<K extends JobKind>(kind: K, job: Job<K>): Promise<JobResult<K>> {
    for (let attempt = 1; ; attempt++) {
      if (this.#closed) throw new SpeechError('closed', 'The recognition is closed')
      const slot = this.#slots.reduce((a, b) => ((a.worker?.busy ?? 99) <= (b.worker?.busy ?? 99) ? a : b))
      try {
        const { result } = await this.#workerOf(slot).run(kind, job, this.#options.jobTimeoutMs ?? 60_000)
        return result
      } catch (error) {
        const failure = asSpeechError(error)
        if (failure.reason !== 'crashed' || attempt >= MAX_ATTEMPTS) throw failure
      }
    }
  }

  /** Every process does this once, regardless of what waits. */
  async runEverywhere<K extends JobKind>(kind: K, job: Job<K>, timeoutMs: number): Promise<JobResult<K>[]> {
    const answers = await Promise.all(this.#slots.map(slot => this.#workerOf(slot).run(kind, job, timeoutMs)))
    return answers.map(({ result }) => result)
  }

  async close(): Promise<void> {
    this.#closed = true
    for (const timer of this.#timers) clearTimeout(timer)
    for (const { idleTimer } of this.#slots) clearTimeout(idleTimer)
    this.queue.clear()
    await Promise.all(this.#slots.map(({ worker }) => worker?.close()))
  }

  #turn({ priority, streamKey }: JobRequest): Promise<WorkerSlot | undefined> {
    if (this.#closed) return Promise.reject(new SpeechError('closed', 'The recognition is closed'))
    return new Promise(resolve => {
      this.queue.add({
        priority,
        streamKey,
        queuedAt: performance.now(),
        start: () => resolve(this.#acquire()),
        drop: () => resolve(undefined),
      })
      this.#dispatch()
    })
  }

  #freeSlot(): WorkerSlot | undefined {
    const now = performance.now()
    const free = this.#slots.filter(({ heavy, retryAt }) => !heavy && retryAt <= now)
    return free.find(({ worker }) => worker) ?? free[0]
  }

  #acquire(): WorkerSlot {
    const slot = this.#freeSlot()!
    slot.heavy = true
    clearTimeout(slot.idleTimer)
    return slot
  }

  #dispatch(): void {
    while (!this.#closed && this.queue.size && this.#freeSlot()) this.queue.take(performance.now())?.start()
  }

  #workerOf(slot: WorkerSlot): WorkerProcess {
    const { modelsRoot, threads, niceness, jobTimeoutMs } = this.#options
    const { loadingMs = jobTimeoutMs === undefined ? LOADING_MS : 0 } = this.#options
    slot.worker ??= new WorkerProcess({ modelsRoot, threads, niceness }, loadingMs, () => {
      slot.worker = undefined
      slot.crashes += 1
      this.crashes += 1
      this.#delay(slot)
    })
    return slot.worker
  }

  /** A job cannot be stopped from outside: its process goes with it. */
  #endOnAbort(slot: WorkerSlot, signal: AbortSignal | undefined): () => void {
    const end = () => {
      const { worker } = slot
      slot.worker = undefined
      void worker?.close()
    }
    signal?.addEventListener('abort', end, { once: true })
    return () => signal?.removeEventListener('abort', end)
  }

  /** A process that crashes repeatedly is restarted with a growing delay. */
  #delay(slot: WorkerSlot): void {
    const waitMs = slot.crashes <= 1 ? 0 : Math.min(10_000, 250 * 2 ** slot.crashes)
    slot.retryAt = performance.now() + waitMs
    if (!waitMs || this.#closed) return
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      this.#dispatch()
    }, waitMs + 1)
    this.#timers.add(timer)
  }

  #restWhenIdle(slot: WorkerSlot): void {
    if (!this.#options.idleMs || this.#closed || slot.heavy) return
    clearTimeout(slot.idleTimer)
    slot.idleTimer = setTimeout(() => {
      if (slot.heavy || slot.worker?.busy) return
      const { worker } = slot
      slot.worker = undefined
      void worker?.close()
    }, this.#options.idleMs)
    slot.idleTimer.unref()
  }
}

interface Answer<K extends JobKind = JobKind> {
  result: JobResult<K>
  /** As the process measured it. */
  workMs: number
}

interface Running {
  kind: JobKind
  resolve: (answer: Answer) => void
  reject: (error: SpeechError) => void
  timer: NodeJS.Timeout
}

/** One child process. It ends for good with its first failure; the pool starts another. */
class WorkerProcess {
  readonly #child: ChildProcess
  readonly #running = new Map<number, Running>()
  #nextId = 1
  #ended = false
  /** Their models are loaded. */
  readonly #answered = new Set<JobKind>()

  constructor(
    settings: WorkerSettings,
    private readonly loadingMs: number,
    onExit: (error: SpeechError) => void,
  ) {
    const { path, execArgv } = workerFile('recognizer')
    this.#child = fork(path, [], {
      execArgv,
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    this.#child.on('message', message => this.#receive(message as FromWorker))
    const gone = (how: string) => {
      if (this.#ended) return
      this.#ended = true
      const error = new SpeechError('crashed', `The recognition process ended unexpectedly (${how})`)
      this.#failAll(error)
      onExit(error)
    }
    this.#child.on('exit', (code, signal) => gone(signal ?? `code ${code}`))
    this.#child.on('error', error => gone(error.message))
    this.#send({ type: 'settings', settings })
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  get busy(): number {
    return this.#running.size
  }

  run<K extends JobKind>(kind: K, job: Job<K>, timeoutMs: number): Promise<Answer<K>> {
    if (this.#ended) return Promise.reject(new SpeechError('crashed', 'The recognition process has ended'))
    const id = this.#nextId++
    return new Promise<Answer>((resolve, reject) => {
      // A process that does not answer is as good as crashed: its exit fails everything it holds.
      const limitMs = this.#answered.has(kind) ? timeoutMs : timeoutMs + this.loadingMs
      const timer = setTimeout(() => this.#child.kill('SIGKILL'), limitMs)
      this.#running.set(id, { kind, resolve, reject, timer })
      this.#send({ type: 'job', id, kind, job })
    }) as Promise<Answer<K>>
  }

  async close(): Promise<void> {
    if (this.#ended) return
    this.#ended = true
    this.#failAll(new SpeechError('closed', 'The recognition process was closed'))
    const exited = new Promise<void>(resolve => this.#child.once('exit', () => resolve()))
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    if (this.#child.connected) this.#child.disconnect()
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), 2_000)
    await exited
    clearTimeout(timer)
  }

  #send(message: ToWorker): void {
    // A failed send shows as the exit of the child.
    this.#child.send(message, () => {})
  }

  #receive(message: FromWorker): void {
    if (message.type === 'ready') return
    const running = this.#running.get(message.id)
    if (!running) return
    this.#running.delete(message.id)
    clearTimeout(running.timer)
    this.#answered.add(running.kind)
    if (message.type === 'done') running.resolve(message)
    else running.reject(new SpeechError('unavailable', message.message))
  }

  #failAll(error: SpeechError): void {
    for (const { reject, timer } of this.#running.values()) {
      clearTimeout(timer)
      reject(error)
    }
    this.#running.clear()
  }
}
