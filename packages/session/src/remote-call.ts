import { toError } from './api-error'
import { Store } from './store'

/** Phases of every remote call. `fulfil` is entered only when a running call is cancelled. */
export type RemotePhase = 'idle' | 'request' | 'success' | 'failure' | 'fulfil'

export interface RemoteState<T> {
  readonly phase: RemotePhase
  readonly loading: boolean
  /** The newest answer; kept while a reload runs so that a screen does not go blank. */
  readonly data: T | undefined
  readonly error: Error | undefined
}

export type RemoteOutcome<T> =
  | { readonly phase: 'success'; readonly data: T }
  | { readonly phase: 'failure'; readonly error: Error }
  | { readonly phase: 'fulfil' }

const idle: RemoteState<never> = { phase: 'idle', loading: false, data: undefined, error: undefined }

/**
 * A remote call as a store without a framework. One run at a time: a new run cancels the one under way,
 * whose late answer is dropped. `run` never rejects: a failure without a catalogued text only clears the loading
 * flag, and a caller that has a text reads the outcome.
 */
export class RemoteCall<Args extends unknown[], T> extends Store<RemoteState<T>> {
  readonly #task: (signal: AbortSignal, ...args: Args) => Promise<T>
  #running: { controller: AbortController; settle: (outcome: RemoteOutcome<T>) => void } | undefined

  constructor(task: (signal: AbortSignal, ...args: Args) => Promise<T>) {
    super(idle)
    this.#task = task
  }

  readonly run = (...args: Args): Promise<RemoteOutcome<T>> => {
    this.cancel()
    const controller = new AbortController()
    return new Promise(settle => {
      const running = { controller, settle }
      this.#running = running
      this.set({ phase: 'request', loading: true, error: undefined })
      const finish = (outcome: Exclude<RemoteOutcome<T>, { phase: 'fulfil' }>) => {
        if (this.#running !== running) return
        this.#running = undefined
        if (outcome.phase === 'success') this.set({ ...idle, phase: 'success', data: outcome.data })
        else this.set({ phase: 'failure', loading: false, error: outcome.error })
        settle(outcome)
      }
      Promise.resolve()
        .then(() => this.#task(controller.signal, ...args))
        .then(
          data => finish({ phase: 'success', data }),
          error => finish({ phase: 'failure', error: toError(error) }),
        )
    })
  }

  /** Aborts the call under way; does nothing when none is. */
  readonly cancel = (): void => {
    const running = this.#running
    if (!running) return
    this.#running = undefined
    running.controller.abort()
    this.set({ phase: 'fulfil', loading: false, error: undefined })
    running.settle({ phase: 'fulfil' })
  }

  /** Back to the defaults, as a screen's cleanup asks. */
  readonly reset = (): void => {
    this.cancel()
    this.set(idle)
  }
}
