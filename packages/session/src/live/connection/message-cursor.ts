import { AFTER_PARAM, type HotwordMessage } from '@livetap/contract'

/** Messages to this client alone: they repeat the number it has reached. */
const unnumbered: ReadonlySet<HotwordMessage['type']> = new Set([
  'pong',
  'call_started',
  'replay_ended',
  'error',
])

/** How far the messages of a meeting are held: each is taken once, and a new connection goes on behind the last. */
export class MessageCursor {
  #last: number | undefined

  /** The number of the last message that is held. */
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

  /** False for one that is held already. */
  accepts({ seq, type }: HotwordMessage): boolean {
    if (seq === undefined) return true
    if (!unnumbered.has(type) && seq <= (this.#last ?? -1)) return false
    this.#last = Math.max(this.#last ?? 0, seq)
    return true
  }
}
