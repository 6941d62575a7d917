import { AFTER_PARAM, type HotwordMessage } from '@livetap/contract'

/** Messages to this client alone: they repeat the number it has reached. */
const unnumbered: ReadonlySet<HotwordMessage['type']> = new Set([
  'pong',
  'call_started',
  'replay_ended',
  'error',
])

/** How far the messages of a meeting have been received: each is taken once, and a new connection goes on behind the last. */
export class MessageCursor {
  #last: number | undefined

  /** The number of the last message received. */
  get last(): number | undefined {
    return this.#last
  }

  startAfter(seq: number): void {
    this.#last = seq
  }

  /** The address with the question for what follows. */
  continueAt(address: string): string {
    if (this.#last === undefined) return address
    return `${address}${address.includes('?') ? '&' : '?'}${AFTER_PARAM}=${this.#last}`
  }

  /** A service that lost its numbers starts over: with ours we would receive nothing. */
  welcomed(message: HotwordMessage): void {
    if (message.type === 'call_started' && message.seq !== undefined && message.seq < (this.#last ?? 0))
      this.#last = message.seq
  }

  /** False for one that was received before. */
  accepts({ seq, type }: HotwordMessage): boolean {
    if (seq === undefined) return true
    if (!unnumbered.has(type) && seq <= (this.#last ?? -1)) return false
    this.#last = Math.max(this.#last ?? 0, seq)
    return true
  }
}

/** More than this is handed on in pieces. */
const MAX_BATCH = 10_000

/**
 * Collects what the service sends again after a connect until it has sent all of it: hours of a meeting come as one
 * change and not as thousands.
 */
export class ReplayBatch {
  #batch: HotwordMessage[] | undefined

  constructor(private readonly replayed: (messages: readonly HotwordMessage[]) => void) {}

  /** True when it takes the message; all others are for now. */
  accepts(message: HotwordMessage): boolean {
    if (message.type === 'call_started') {
      this.flush()
      if (message.data?.replaying) this.#batch = []
      return false
    }
    if (message.type === 'replay_ended') {
      this.flush()
      return true
    }
    if (!this.#batch || message.type === 'pong') return false
    this.#batch.push(message)
    if (this.#batch.length >= MAX_BATCH) this.replayed(this.#batch.splice(0))
    return true
  }

  /** The connection is gone, or all was said: what is in the batch counts all the same. */
  flush(): void {
    const batch = this.#batch
    this.#batch = undefined
    if (batch && batch.length > 0) this.replayed(batch)
  }
}
