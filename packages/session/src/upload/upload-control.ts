import { Store } from '../store'

/** Holds an upload and lets it go on. One may serve several uploads after each other. */
export class UploadControl extends Store<boolean> {
  constructor() {
    super(false)
  }

  get paused(): boolean {
    return this.getSnapshot()
  }

  readonly pause = (): void => this.replace(true)
  readonly resume = (): void => this.replace(false)

  /** Resolves at once unless paused; rejects with the signal's reason when that comes first. */
  whenOpen(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.reject(signal.reason)
    if (!this.paused) return Promise.resolve()
    return new Promise((resolve, reject) => {
      const end = (settle: () => void) => {
        unsubscribe()
        signal.removeEventListener('abort', onAbort)
        settle()
      }
      const onAbort = () => end(() => reject(signal.reason))
      const unsubscribe = this.subscribe(() => this.paused || end(resolve))
      signal.addEventListener('abort', onAbort, { once: true })
    })
  }
}
