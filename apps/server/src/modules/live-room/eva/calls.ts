import type { EvaIntent } from '@livetap/speech'
import type { Undo } from './eva-acts'

export interface Call {
  id: string
  streamId: string
  phrase: string
  intent?: EvaIntent
  undo?: Undo
}

/** Calls that can still be undone. */
const REMEMBERED = 50

/** The last calls of a meeting, by their ids. */
export class Calls {
  readonly #calls = new Map<string, Call>()
  readonly #undone = new Set<string>()

  add(call: Call): void {
    this.#calls.set(call.id, { ...this.#calls.get(call.id), ...call })
    const [oldest] = this.#calls.keys()
    if (this.#calls.size > REMEMBERED) this.#calls.delete(oldest!)
  }

  /** A repeated command is handled once. */
  isUndone(id: string): boolean {
    return this.#undone.has(id)
  }

  /** It is not among them any more. */
  take(id: string): Call | undefined {
    const call = this.#calls.get(id)
    if (!this.#calls.delete(id)) return undefined
    this.#undone.add(id)
    if (this.#undone.size > REMEMBERED) this.#undone.clear()
    return call
  }

  /** What it led to. */
  recordIntent(id: string, intent: EvaIntent, undo: Undo | undefined): void {
    const call = this.#calls.get(id)
    if (call) this.add({ ...call, intent, ...(undo && { undo }) })
  }
}
