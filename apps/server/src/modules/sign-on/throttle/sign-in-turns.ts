import { EventEmitter, once } from 'node:events'
import { networkOf } from '../../../platform/network-of'
import { ConcurrencyLimitError, createConcurrencyLimit } from '../../../platform/password/concurrency-limit'
import type { CheckOutcome, SignInThrottle } from './sign-in-throttle.store'

/** As many wait at one address as wait for a password check. */
const MAX_WAITING = 400
/** Attempts at other nodes end without a word to this one. */
const POLL_MS = 250
const TIMEOUT_MS = 120_000

export type GuardedCheck<T> =
  | { outcome: 'right'; found: T }
  | { outcome: 'wrong' }
  | { outcome: 'throttled'; retryAfterSeconds: number }

/** The attempts of one address at this node, in the order of their arrival. */
class AddressQueue {
  readonly limit = createConcurrencyLimit({ concurrency: 1, maxWaiting: MAX_WAITING })
  readonly events = new EventEmitter<{ ended: [] }>()
  attempts = 0
}

/**
 * Checks passwords under the throttle. An attempt that only others in flight keep back waits until one of them has
 * ended: an office signs in through one address at the same moment, and guesses in parallel stay within the limit.
 */
export class SignInTurns {
  readonly #queues = new Map<string, AddressQueue>()

  constructor(private readonly throttle: SignInThrottle) {}

  /** `find` looks at the password: undefined says that it is wrong. */
  async check<T>(
    email: string,
    address: string,
    find: () => Promise<T | undefined>,
  ): Promise<GuardedCheck<T>> {
    const network = networkOf(address)
    const queue = this.#queues.get(network) ?? new AddressQueue()
    this.#queues.set(network, queue)
    queue.attempts += 1
    try {
      const timeoutAt = performance.now() + TIMEOUT_MS
      const verdict = await queue.limit.run(() => this.#reserve(email, address, queue, timeoutAt))
      return verdict.outcome === 'throttled' ? verdict : await this.#checked(email, address, find)
    } finally {
      queue.attempts -= 1
      queue.events.emit('ended')
      if (queue.attempts === 0) this.#queues.delete(network)
    }
  }

  async #reserve(email: string, address: string, { events }: AddressQueue, timeoutAt: number) {
    for (;;) {
      const verdict = await this.throttle.reserve(email, address)
      if (verdict.outcome !== 'in-flight') return verdict
      if (performance.now() > timeoutAt) throw new ConcurrencyLimitError()
      await once(events, 'ended', { signal: AbortSignal.timeout(POLL_MS) }).catch(() => {})
    }
  }

  async #checked<T>(
    email: string,
    address: string,
    find: () => Promise<T | undefined>,
  ): Promise<GuardedCheck<T>> {
    let outcome: CheckOutcome = 'unchecked'
    try {
      const found = await find()
      outcome = found === undefined ? 'wrong' : 'right'
      return found === undefined ? { outcome: 'wrong' } : { outcome: 'right', found }
    } finally {
      await this.throttle.settle(email, address, outcome)
    }
  }
}
