import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { threadProgram } from '../../platform/process/thread-program'
import type { BackupKeys } from '../target/backup-keys'
import { within } from '../within'
import type { Block } from './block'
import { runSealingJob, type SealingJob, type SealingResult } from './sealing-job'

/** Less than this is sealed sooner than a thread starts. */
const START_BYTES = 16 * 1024 * 1024
/** More seal faster than a disk or a network takes it. */
const MOST_THREADS = 4
/** A thread holds hardly anything of its own: what it works on is shared. */
const MEMORY_MB = 64

interface Waiting {
  job: SealingJob
  resolve: (result: SealingResult) => void
  reject: (error: Error) => void
}

/** Names and seals parts in threads of its own; by itself until there is enough to do for them, and until they have started. */
export class SealingThreads {
  readonly #workers: Worker[] = []
  readonly #idle: Worker[] = []
  readonly #waiting: Waiting[] = []
  readonly #running = new Map<Worker, Waiting>()
  #bytes = 0
  #isReady = false
  #failure: Error | undefined

  constructor(private readonly keys: BackupKeys) {}

  async partName(block: Block, bytes: number): Promise<string> {
    return (await this.#run({ memory: block.memory, bytes })) as string
  }

  /** Answers the sealed bytes, which lie in the block. */
  async seal(name: string, block: Block, bytes: number): Promise<Uint8Array> {
    const length = await this.#run({ memory: block.memory, bytes, sealAs: name })
    return block.sealed.subarray(0, length as number)
  }

  async close(): Promise<void> {
    this.#fail(new Error('the threads that seal were closed'))
    await Promise.all(this.#workers.map(worker => worker.terminate()))
  }

  async #run(job: SealingJob): Promise<SealingResult> {
    if (this.#failure) throw this.#failure
    this.#bytes += job.bytes
    if (this.#bytes > START_BYTES && this.#workers.length === 0) this.#start()
    if (!this.#isReady) return runSealingJob(this.keys, job)
    const result = new Promise<SealingResult>((resolve, reject) =>
      this.#waiting.push({ job, resolve, reject }),
    )
    this.#assign()
    return await within(result, 'sealing a part')
  }

  #start(): void {
    const program = threadProgram('sealing')
    const options = {
      workerData: this.keys.master,
      // Of the process's environment, which holds secrets, a thread needs nothing.
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    }
    for (let count = Math.min(MOST_THREADS, availableParallelism()); count > 0; count--) {
      const worker = new Worker(program, options)
      worker.on('message', (result: SealingResult) => this.#take(worker, result))
      worker.on('error', error => this.#fail(error))
      worker.on('exit', () => this.#fail(new Error('a thread that seals has ended')))
      this.#workers.push(worker)
    }
  }

  /** The first message says that it has started. */
  #take(worker: Worker, result: SealingResult): void {
    this.#running.get(worker)?.resolve(result)
    this.#running.delete(worker)
    this.#isReady = true
    this.#idle.push(worker)
    this.#assign()
  }

  #assign(): void {
    while (this.#idle.length > 0 && this.#waiting.length > 0) {
      const [worker, next] = [this.#idle.pop()!, this.#waiting.shift()!]
      this.#running.set(worker, next)
      worker.postMessage(next.job)
    }
  }

  #fail(error: Error): void {
    this.#failure ??= error
    for (const { reject } of [...this.#running.values(), ...this.#waiting.splice(0)]) reject(this.#failure)
    this.#running.clear()
  }
}
