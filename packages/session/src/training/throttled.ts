import type { Scope } from '../scope'

export interface Throttled<A> {
  (value: A): void
  /** Hands over what still waits. */
  flush(): void
  /** Whether a value has not been handed over yet. */
  isWaiting(): boolean
}

/** Runs at once, then at most once in `everyMs` with the newest value; the last one is never lost. */
export function throttled<A>(scope: Scope, everyMs: number, run: (value: A) => void): Throttled<A> {
  let waiting: { value: A } | undefined
  let stop: (() => void) | undefined
  const hand = () => {
    const pending = waiting
    waiting = undefined
    stop = pending && scope.timeout(hand, everyMs)
    if (pending) run(pending.value)
  }
  const call = (value: A) => {
    waiting = { value }
    if (!stop) hand()
  }
  const flush = () => {
    const pending = waiting
    waiting = undefined
    if (pending) run(pending.value)
  }
  return Object.assign(call, { flush, isWaiting: () => waiting !== undefined })
}
