import { setTimeout as wait } from 'node:timers/promises'
import { waitAtMost } from '../../platform/wait-at-most'

export interface BatchWriterOptions<T> {
  write(batch: readonly T[]): Promise<void>
  /** Called with how many were lost, and why. */
  onDropped(count: number, reason: 'full' | 'refused' | 'closing'): void
  onFailure(error: Error): void
  bufferSize?: number
  batchSize?: number
  lingerMs?: number
  retryMs?: number
}

/** What is added is on its way to the database after this, however much follows it. */
export const LINGER_MS = 100

/** SQLSTATE classes that say the row itself is at fault: writing it again would fail again. */
const isRefusal = (error: unknown) => /^2[23]/.test((error as { code?: string }).code ?? '')

/** Takes at once, writes later: in order, in batches, again when the database fails, and never without bound. */
export class BatchWriter<T> {
  readonly #options: Required<BatchWriterOptions<T>>
  readonly #buffer: T[] = []
  #writing: Promise<void> | undefined
  #linger: NodeJS.Timeout | undefined
  readonly #closing = new AbortController()
  #added = 0
  #settled = 0
  #waiters: { until: number; resolve: () => void }[] = []

  constructor(options: BatchWriterOptions<T>) {
    this.#options = { bufferSize: 20_000, batchSize: 500, lingerMs: LINGER_MS, retryMs: 500, ...options }
  }

  get waiting(): number {
    return this.#buffer.length
  }

  add(item: T): void {
    const closing = this.#closing.signal.aborted
    if (closing || this.#buffer.length >= this.#options.bufferSize) {
      this.#options.onDropped(1, closing ? 'closing' : 'full')
      return
    }
    this.#buffer.push(item)
    this.#added += 1
    if (this.#buffer.length >= this.#options.batchSize) void this.#start()
    else this.#linger ??= setTimeout(() => this.#start(), this.#options.lingerMs)
  }

  /** Begins at once and resolves when what was added before is written or given up, regardless of what is added meanwhile. */
  written(): Promise<void> {
    if (this.#settled >= this.#added) return Promise.resolve()
    void this.#start()
    return new Promise(resolve => this.#waiters.push({ until: this.#added, resolve }))
  }

  /** Writes what is left; what cannot be written by `deadlineMs` is counted as lost. */
  async close(deadlineMs = 5000): Promise<void> {
    await waitAtMost(deadlineMs, this.#start())
    this.#closing.abort()
    clearTimeout(this.#linger)
    await this.#writing?.catch(() => undefined)
    if (this.#buffer.length > 0) this.#options.onDropped(this.#remove(this.#buffer.length), 'closing')
  }

  #start(): Promise<void> {
    clearTimeout(this.#linger)
    this.#linger = undefined
    this.#writing ??= this.#drain().finally(() => {
      this.#writing = undefined
    })
    return this.#writing
  }

  async #drain(): Promise<void> {
    while (this.#buffer.length > 0 && !this.#closing.signal.aborted) {
      const batch = this.#buffer.slice(0, this.#options.batchSize)
      try {
        await this.#options.write(batch)
        this.#remove(batch.length)
      } catch (error) {
        if (isRefusal(error)) {
          await this.#writeOneByOne(batch.length)
        } else {
          this.#options.onFailure(error as Error)
          await wait(this.#options.retryMs, undefined, { signal: this.#closing.signal }).catch(
            () => undefined,
          )
        }
      }
    }
  }

  /** From the front: they are written, or never will be. */
  #remove(count: number): number {
    this.#settled += this.#buffer.splice(0, count).length
    this.#waiters = this.#waiters.filter(({ until, resolve }) => {
      if (until > this.#settled) return true
      resolve()
      return false
    })
    return count
  }

  /** One bad row must not take its neighbours with it. Stops at an outage: the rest stays in the buffer. */
  async #writeOneByOne(count: number): Promise<void> {
    for (let index = 0; index < count; index++) {
      try {
        await this.#options.write(this.#buffer.slice(0, 1))
      } catch (error) {
        if (!isRefusal(error)) return
        this.#options.onDropped(1, 'refused')
      }
      this.#remove(1)
    }
  }
}
