import type { ResumableStream } from './resumable-stream'

interface Shelved {
  stream: ResumableStream
  timer: NodeJS.Timeout
}

/** Streams whose socket was cut, kept a while for the same user and tracking id; the oldest gives way. */
export class ResumableStreams {
  readonly #shelved = new Map<string, Shelved>()

  constructor(
    readonly keepMs: number,
    readonly size = 64,
  ) {}

  get count(): number {
    return this.#shelved.size
  }

  put(key: string, stream: ResumableStream): void {
    this.take(key)?.abort()
    const oldest = this.#shelved.keys().next()
    if (this.#shelved.size >= this.size && !oldest.done) this.take(oldest.value)?.abort()
    const timer = setTimeout(() => this.take(key)?.abort(), this.keepMs)
    this.#shelved.set(key, { stream, timer })
  }

  take(key: string): ResumableStream | undefined {
    const shelved = this.#shelved.get(key)
    if (!shelved) return undefined
    clearTimeout(shelved.timer)
    this.#shelved.delete(key)
    return shelved.stream
  }

  giveUpOldest(): boolean {
    const oldest = this.#shelved.keys().next()
    if (oldest.done) return false
    this.take(oldest.value)?.abort()
    return true
  }

  clear(): void {
    for (const key of [...this.#shelved.keys()]) this.take(key)?.abort()
  }
}
