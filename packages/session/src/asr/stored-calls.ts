import type { AsrLine } from './asr-transcript'

/** What a browser keeps of a recognition that was neither saved nor exported. */
export interface CallText {
  readonly startedAtMs: number
  readonly lines: readonly AsrLine[]
}

export interface StoredCall extends CallText {
  readonly id: string
  readonly changedAtMs: number
}

/** Where one call keeps its text. */
export interface CallStore {
  read(): CallText | undefined
  /** False where the browser has no room. */
  write(stored: CallText): boolean
  clear(): void
}

export type CallStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

/** Some eight hours of speech. */
const MAX_LINES = 5000
/** Of a user in one browser; the oldest is dropped. */
const MAX_CALLS = 10

/** The calls of a user whose text is in this browser alone: each under a key of its own, so that tabs never mix. */
export class StoredCalls {
  constructor(
    private readonly storage: CallStorage,
    private readonly userId: string,
  ) {}

  /** Of the storage, and of the lock that a running call holds. */
  nameOf(id: string): string {
    return `${this.#prefix}${id}`
  }

  get isEmpty(): boolean {
    return this.#ids().length === 0
  }

  /** Newest first; what another version left in the storage is passed over. */
  list(): StoredCall[] {
    const calls = this.#ids().flatMap(id => this.#read(id) ?? [])
    return calls.sort((a, b) => b.startedAtMs - a.startedAtMs)
  }

  of(id: string): CallStore {
    return {
      read: () => this.#read(id),
      write: stored => this.#write(id, stored),
      clear: () => this.remove(id),
    }
  }

  remove(id: string): void {
    this.storage.removeItem(this.nameOf(id))
  }

  get #prefix(): string {
    return `livetap.asr-call.${this.userId}.`
  }

  #ids(): string[] {
    const keys = Array.from({ length: this.storage.length }, (_, index) => this.storage.key(index) ?? '')
    const ids = keys.filter(key => key.startsWith(this.#prefix)).map(key => key.slice(this.#prefix.length))
    // Another user's, whose id begins with this one's and a dot.
    return ids.filter(id => !id.includes('.'))
  }

  #read(id: string): StoredCall | undefined {
    try {
      const stored = JSON.parse(this.storage.getItem(this.nameOf(id)) ?? 'null') as StoredCall | null
      return stored && Array.isArray(stored.lines) && stored.lines.length > 0 ? { ...stored, id } : undefined
    } catch {
      return undefined
    }
  }

  #write(id: string, { startedAtMs, lines }: CallText): boolean {
    if (lines.length === 0) {
      this.remove(id)
      return true
    }
    const others = this.list().filter(call => call.id !== id)
    for (const { id: oldest } of others.slice(MAX_CALLS - 1)) this.remove(oldest)
    const stored = { startedAtMs, changedAtMs: Date.now(), lines: lines.slice(-MAX_LINES) }
    // Without room for everything, the text is worth more than the times of its words.
    return this.#put(id, stored) || this.#put(id, { ...stored, lines: stored.lines.map(withoutWords) })
  }

  #put(id: string, stored: Omit<StoredCall, 'id'>): boolean {
    try {
      this.storage.setItem(this.nameOf(id), JSON.stringify(stored))
      return true
    } catch {
      return false
    }
  }
}

const withoutWords = (line: AsrLine): AsrLine => ({ ...line, words: [] })
