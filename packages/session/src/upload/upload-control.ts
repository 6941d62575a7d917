import { Watched } from '../watched'

/** Holds an upload and lets it go on. One may serve several uploads after each other. */
export class UploadControl extends Watched {
  #paused = false

  readonly getSnapshot = (): boolean => this.#paused

  get paused(): boolean {
    return this.#paused
  }

  readonly pause = (): void => this.#set(true)
  readonly resume = (): void => this.#set(false)

  /** Resolves at once unless paused; rejects with the signal's reason when that comes first. */
  whenOpen(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.reject(signal.reason)
    if (!this.#paused) return Promise.resolve()
    return new Promise((resolve, reject) => {
      const end = (settle: () => void) => {
        unsubscribe()
        signal.removeEventListener('abort', onAbort)
        settle()
      }
      const onAbort = () => end(() => reject(signal.reason))
      const unsubscribe = this.subscribe(() => this.#paused || end(resolve))
      signal.addEventListener('abort', onAbort, { once: true })
    })
  }

  #set(paused: boolean): void {
    if (paused === this.#paused) return
    this.#paused = paused
    this.changed()
  }
}
