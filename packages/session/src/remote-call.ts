import { Watched } from './watched'

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

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}

/**
 * A remote call as a store without a framework. One run at a time: a new run cancels the one under way,
 * whose late answer is dropped. `run` never rejects: a failure without a catalogued text only clears the loading
 * flag, and a caller that has a text reads the outcome.
 */
export class RemoteCall<Args extends unknown[], T> extends Watched {
  readonly #task: (signal: AbortSignal, ...args: Args) => Promise<T>
  #state: RemoteState<T> = idle
  #running: { controller: AbortController; settle: (outcome: RemoteOutcome<T>) => void } | undefined

  constructor(task: (signal: AbortSignal, ...args: Args) => Promise<T>) {
    super()
    this.#task = task
  }

  readonly getSnapshot = (): RemoteState<T> => this.#state

  readonly run = (...args: Args): Promise<RemoteOutcome<T>> => {
    this.cancel()
    const controller = new AbortController()
    return new Promise(settle => {
      const running = { controller, settle }
      this.#running = running
      this.#set({ phase: 'request', loading: true, data: this.#state.data, error: undefined })
      const finish = (outcome: Exclude<RemoteOutcome<T>, { phase: 'fulfil' }>) => {
        if (this.#running !== running) return
        this.#running = undefined
        if (outcome.phase === 'success') this.#set({ ...idle, phase: 'success', data: outcome.data })
        else this.#set({ ...this.#state, phase: 'failure', loading: false, error: outcome.error })
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
    this.#set({ ...this.#state, phase: 'fulfil', loading: false, error: undefined })
    running.settle({ phase: 'fulfil' })
  }

  /** Back to the defaults, as a screen's cleanup asks. */
  readonly reset = (): void => {
    this.cancel()
    this.#set(idle)
  }

  #set(state: RemoteState<T>): void {
    this.#state = state
    this.changed()
  }
}
