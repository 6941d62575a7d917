import { EventEmitter } from 'node:events'
import type { SessionEnded } from './session.store'

/** Tells open sockets that their session is over, regardless of which process ended it. */
export class SessionEvents {
  readonly #emitter = new EventEmitter<{ sessionEnded: [SessionEnded] }>().setMaxListeners(0)

  /** Returns the function that stops listening. */
  onSessionEnded(listener: (ended: SessionEnded) => void): () => void {
    this.#emitter.on('sessionEnded', listener)
    return () => this.#emitter.off('sessionEnded', listener)
  }

  announce(ended: readonly SessionEnded[]): void {
    for (const one of ended) this.#emitter.emit('sessionEnded', one)
  }
}
