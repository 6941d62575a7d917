import { threadProgram } from '../process/thread-program'
import { ServiceError } from '../service-error'
import type { ParserTask } from './parser-task'
import { ParserThread, type ThreadLimits } from './parser-thread'

export interface ParserLimits extends ThreadLimits {
  threads: number
  /** Of callers, those that still send what is to be read among them. */
  places: number
  placesPerUser: number
  /** For a thread. */
  waitMs: number
  /** An unused thread ends after this. */
  idleMs: number
}

const defaultParserLimits: ParserLimits = {
  threads: 3,
  places: 12,
  placesPerUser: 3,
  waitMs: 60_000,
  idleMs: 30_000,
  jobMs: 120_000,
  memoryMb: 256,
}

/** Who has something read. */
export interface ParserCaller {
  userId: string
  /** Ends the job, or the wait for a thread: its client has gone. */
  signal?: AbortSignal
}

interface Waiting {
  userId: string
  resolve: (thread: ParserThread) => void
  reject: (error: Error) => void
}

/**
 * Reads what users send (zips, transcripts, large JSON) in threads of their own, so that no file keeps the calls of others
 * waiting. Threads, callers, time and memory are bounded; a thread that exceeds a limit is ended. One user's files leave
 * a thread to others, and who has fewer files being read goes first.
 */
export class ParserPool {
  readonly #limits: ParserLimits
  readonly #threads = new Set<ParserThread>()
  readonly #idle = new Map<ParserThread, NodeJS.Timeout>()
  readonly #waiting: Waiting[] = []
  /** Threads at work, by user. */
  readonly #running = new Map<string, number>()
  readonly #users = new Map<string, number>()
  #places = 0
  #isClosed = false

  constructor(
    limits: Partial<ParserLimits> = {},
    /** What runs in a thread. */
    private readonly program: URL = threadProgram('parser'),
  ) {
    this.#limits = { ...defaultParserLimits, ...limits }
  }

  /** Of threads that exist, idle ones among them. */
  get threadCount(): number {
    return this.#threads.size
  }

  /** Of callers, those that still send among them. */
  get placesTaken(): number {
    return this.#places
  }

  /** To be called before anything is received: what waits to be read is bounded like what is read. */
  async withPlace<T>(userId: string, use: () => Promise<T>): Promise<T> {
    const own = this.#users.get(userId) ?? 0
    if (own >= this.#limits.placesPerUser)
      throw new ServiceError('too_many', 'Other files of yours are being read; try again in a moment')
    if (this.#places >= this.#limits.places) throw busy()
    this.#places++
    this.#users.set(userId, own + 1)
    try {
      return await use()
    } finally {
      this.#places--
      const left = this.#users.get(userId)! - 1
      if (left > 0) this.#users.set(userId, left)
      else this.#users.delete(userId)
    }
  }

  /** The parts of a task's result. Who stops taking them ends the task. */
  async *read<Input extends object, Part>(
    task: ParserTask<Input, Part>,
    input: Input,
    { userId, signal }: ParserCaller,
  ): AsyncGenerator<Part> {
    const thread = await this.#acquire(userId, signal)
    const cancel = () => void thread.close(cancelled())
    signal?.addEventListener('abort', cancel, { once: true })
    if (signal?.aborted) cancel()
    try {
      yield* thread.run(task.name, input) as AsyncGenerator<Part>
    } finally {
      signal?.removeEventListener('abort', cancel)
      await this.#release(thread, userId)
    }
  }

  /** The result of a task that has one part. */
  async readOne<Input extends object, Part>(
    task: ParserTask<Input, Part>,
    input: Input,
    caller: ParserCaller,
  ): Promise<Part> {
    let found: { part: Part } | undefined
    for await (const part of this.read(task, input, caller)) found = { part }
    if (!found) throw new Error(`the task ${task.name} gave no result`)
    return found.part
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (const { reject } of this.#waiting.splice(0)) reject(closed())
    for (const timer of this.#idle.values()) clearTimeout(timer)
    this.#idle.clear()
    await Promise.all([...this.#threads].map(thread => thread.close(closed())))
    this.#threads.clear()
  }

  async #acquire(userId: string, signal: AbortSignal | undefined): Promise<ParserThread> {
    if (this.#isClosed) throw closed()
    if (signal?.aborted) throw cancelled()
    let timer: NodeJS.Timeout | undefined
    let leave: (() => void) | undefined
    try {
      return await new Promise<ParserThread>((resolve, reject) => {
        const waiting = { userId, resolve, reject }
        const abortJob = (error: Error) => {
          const at = this.#waiting.indexOf(waiting)
          if (at >= 0) this.#waiting.splice(at, 1)
          reject(error)
        }
        leave = () => abortJob(cancelled())
        signal?.addEventListener('abort', leave, { once: true })
        timer = setTimeout(() => abortJob(busy()), this.#limits.waitMs)
        this.#waiting.push(waiting)
        this.#assign()
      })
    } finally {
      clearTimeout(timer)
      if (leave) signal?.removeEventListener('abort', leave)
    }
  }

  /** Gives free threads to those who wait, as far as their users may have one more. */
  #assign(): void {
    for (;;) {
      const next = this.#next()
      const thread = next && this.#free()
      if (!next || !thread) return
      this.#waiting.splice(this.#waiting.indexOf(next), 1)
      this.#running.set(next.userId, this.#runningOf(next.userId) + 1)
      next.resolve(thread)
    }
  }

  /** Of the users with the fewest threads the one who has waited longest. */
  #next(): Waiting | undefined {
    const mostPerUser = Math.max(1, this.#limits.threads - 1)
    let best: Waiting | undefined
    for (const waiting of this.#waiting) {
      const running = this.#runningOf(waiting.userId)
      if (running < mostPerUser && (!best || running < this.#runningOf(best.userId))) best = waiting
    }
    return best
  }

  #runningOf(userId: string): number {
    return this.#running.get(userId) ?? 0
  }

  #free(): ParserThread | undefined {
    for (const [thread, timer] of this.#idle) {
      clearTimeout(timer)
      this.#idle.delete(thread)
      if (thread.isUsable) return thread
      this.#threads.delete(thread)
    }
    if (this.#threads.size >= this.#limits.threads) return undefined
    const thread = new ParserThread(this.program, this.#limits)
    this.#threads.add(thread)
    return thread
  }

  /** A thread that failed has ended before another takes its place. */
  async #release(thread: ParserThread, userId: string): Promise<void> {
    if (!thread.isUsable) {
      await thread.close(closed())
      this.#threads.delete(thread)
    }
    const left = this.#runningOf(userId) - 1
    if (left > 0) this.#running.set(userId, left)
    else this.#running.delete(userId)
    if (this.#isClosed) return
    if (thread.isUsable) this.#rest(thread)
    this.#assign()
  }

  #rest(thread: ParserThread): void {
    thread.unref()
    const end = () => {
      this.#idle.delete(thread)
      void thread.close(closed()).then(() => this.#threads.delete(thread))
    }
    this.#idle.set(thread, setTimeout(end, this.#limits.idleMs).unref())
  }
}

const busy = () => new ServiceError('unavailable', 'Too many files are being read; try again in a moment')
const cancelled = () => new ServiceError('client_gone', 'The client has gone before its file was read')
const closed = () => new ServiceError('unavailable', 'The server is stopping')
