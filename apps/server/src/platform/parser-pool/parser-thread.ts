import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { ServiceError } from '../service-error'
import type { FromParser, ParserThreadData, ToParser } from './parser-task'
import { SharedText } from './shared-text'

export interface ThreadLimits {
  /** Of one job, without the time that its parts wait to be taken. */
  jobMs: number
  memoryMb: number
}

const START_MS = 60_000
/** For what a thread holds beside the values of a job. */
const YOUNG_GENERATION_MB = 32

/** One thread, which does one job at a time. It ends for good with its first failure; the pool starts another. */
export class ParserThread {
  readonly #worker: Worker
  readonly #reading = new SharedText()
  readonly #exited: Promise<unknown>
  /** It has loaded its program, which from source can take seconds. */
  readonly #ready: Promise<void>
  #ended: Error | undefined
  #answer: { resolve: (message: FromParser) => void; reject: (error: Error) => void } | undefined

  constructor(
    program: URL,
    readonly limits: ThreadLimits,
  ) {
    const workerData: ParserThreadData = { reading: this.#reading.memory }
    this.#worker = new Worker(program, {
      workerData,
      // Of the process's environment, which holds secrets, a parser needs nothing.
      env: {},
      execArgv: [],
      resourceLimits: {
        maxOldGenerationSizeMb: limits.memoryMb,
        maxYoungGenerationSizeMb: YOUNG_GENERATION_MB,
      },
    })
    this.#ready = this.#nextMessage('start', START_MS).then(() => undefined)
    this.#ready.catch(() => undefined)
    this.#worker.on('message', (message: FromParser) => this.#answer?.resolve(message))
    this.#worker.on('error', error => this.#end(this.#faultOf(error)))
    this.#exited = once(this.#worker, 'exit').catch(() => undefined)
    this.#worker.on('exit', code => this.#end(new Error(`a parser thread ended (${code})`)))
  }

  get isUsable(): boolean {
    return this.#ended === undefined
  }

  /** An idle thread does not keep the process alive. */
  unref(): void {
    this.#worker.unref()
  }

  /** The parts of one job. Leaving before the end ends the thread. */
  async *run(task: string, input: unknown): AsyncGenerator<unknown> {
    this.#worker.ref()
    let leftMs = this.limits.jobMs
    let isDone = false
    let request: ToParser = { type: 'job', task, input }
    try {
      await this.#ready
      for (;;) {
        const startedAt = performance.now()
        const answer = await this.#ask(request, leftMs)
        leftMs -= performance.now() - startedAt
        if (answer.type === 'part') {
          yield answer.part
          request = { type: 'next' }
          continue
        }
        isDone = true
        if (answer.type === 'refused') throw new ServiceError(answer.reason, answer.message)
        if (answer.type === 'failed')
          throw new Error(answer.message, { cause: answer.stack ?? answer.message })
        return
      }
    } finally {
      if (!isDone) await this.close(new Error('the parts were not taken'))
    }
  }

  async close(reason: Error): Promise<void> {
    this.#end(reason)
    await this.#worker.terminate()
    await this.#exited
  }

  #ask(request: ToParser, leftMs: number): Promise<FromParser> {
    if (this.#ended) return Promise.reject(this.#ended)
    const answer = this.#nextMessage('job', leftMs)
    this.#worker.postMessage(request, transferredIn(request))
    return answer
  }

  async #nextMessage(during: 'start' | 'job', leftMs: number): Promise<FromParser> {
    let timer: NodeJS.Timeout | undefined
    try {
      return await new Promise<FromParser>((resolve, reject) => {
        this.#answer = { resolve, reject }
        timer = setTimeout(() => this.#end(this.#tooLong(during)), Math.max(0, leftMs))
      })
    } finally {
      clearTimeout(timer)
      this.#answer = undefined
    }
  }

  #end(reason: Error): void {
    this.#ended ??= reason
    this.#answer?.reject(this.#ended)
  }

  #faultOf(error: Error & { code?: string }): Error {
    if (error.code !== 'ERR_WORKER_OUT_OF_MEMORY')
      return new Error(`a parser thread failed: ${error.message}`, { cause: error })
    return new ServiceError(
      'too_large',
      `${this.#what()} needs more than ${this.limits.memoryMb} MB of memory to be read`,
    )
  }

  #tooLong(during: 'start' | 'job'): Error {
    if (during === 'start') return new Error('a parser thread did not start in time')
    const seconds = this.limits.jobMs / 1000
    return new ServiceError('too_large', `${this.#what()} takes more than ${seconds} seconds to be read`)
  }

  #what(): string {
    return this.#reading.value || 'What was sent'
  }
}

/** Bytes change hands without being copied. */
function transferredIn(request: ToParser): ArrayBuffer[] {
  if (request.type !== 'job') return []
  return Object.values(request.input as object)
    .filter(value => value instanceof Uint8Array)
    .map(({ buffer }) => buffer as ArrayBuffer)
}
