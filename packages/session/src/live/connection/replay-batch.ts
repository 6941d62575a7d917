import type { HotwordMessage } from '@livetap/contract'

/** More than this is handed on in pieces. */
const MAX_HELD = 10_000

/**
 * Holds what the service says again after a connect until it has said all of it: hours of a meeting come as one change
 * and not as thousands.
 */
export class ReplayBatch {
  #held: HotwordMessage[] | undefined

  constructor(private readonly replayed: (messages: readonly HotwordMessage[]) => void) {}

  /** True when it keeps the message; all others are for now. */
  accepts(message: HotwordMessage): boolean {
    if (message.type === 'call_started') {
      this.flush()
      if (message.data?.replaying) this.#held = []
      return false
    }
    if (message.type === 'replay_ended') {
      this.flush()
      return true
    }
    if (!this.#held || message.type === 'pong') return false
    this.#held.push(message)
    if (this.#held.length >= MAX_HELD) this.replayed(this.#held.splice(0))
    return true
  }

  /** The connection is gone, or all was said: what is held counts all the same. */
  flush(): void {
    const held = this.#held
    this.#held = undefined
    if (held && held.length > 0) this.replayed(held)
  }
}
