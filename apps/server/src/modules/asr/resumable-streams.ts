import type { ResumableStream } from './resumable-stream'

interface ResumableEntry {
  stream: ResumableStream
  timer: NodeJS.Timeout
}

/** Streams whose socket was cut, kept a while for the same user and tracking id; the oldest is dropped. */
export class ResumableStreams {
  readonly #entries = new Map<string, ResumableEntry>()

  constructor(
    readonly keepMs: number,
    readonly size = 64,
  ) {}

  get count(): number {
    return this.#entries.size
  }

  put(key: string, stream: ResumableStream): void {
    this.take(key)?.abort()
    const oldest = this.#entries.keys().next()
    if (this.#entries.size >= this.size && !oldest.done) this.take(oldest.value)?.abort()
    const timer = setTimeout(() => this.take(key)?.abort(), this.keepMs)
    this.#entries.set(key, { stream, timer })
  }

  take(key: string): ResumableStream | undefined {
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    clearTimeout(entry.timer)
    this.#entries.delete(key)
    return entry.stream
  }

  abortOldest(): boolean {
    const oldest = this.#entries.keys().next()
    if (oldest.done) return false
    this.take(oldest.value)?.abort()
    return true
  }

  clear(): void {
    for (const key of [...this.#entries.keys()]) this.take(key)?.abort()
  }
}
