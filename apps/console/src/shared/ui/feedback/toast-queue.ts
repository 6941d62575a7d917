import { Watched } from '@livetap/session'

export type ToastKind = 'info' | 'success' | 'warning' | 'error'

/** What a toast offers to do about it. */
export interface ToastAction {
  label: string
  run: () => void
}

export interface Toast {
  kind: ToastKind
  message: string
  trackingId?: string
  action?: ToastAction
}

/** What shows toasts, once its code is there. */
interface ToastRenderer {
  showToast: (toast: Toast) => void
}

/** More than a reader takes in; the oldest are dropped. */
const MAX_WAITING = 20
const RETRY_MS = 2_000

/**
 * Toasts on their way to the part of the page that shows them. Its code is no part of the first page: what is asked for
 * before it has arrived waits, in order.
 */
export class ToastQueue<S extends ToastRenderer> extends Watched {
  readonly #import: () => Promise<S>
  #renderer: S | null = null
  #isLoading = false
  #waiting: Toast[] = []

  constructor(load: () => Promise<S>) {
    super()
    this.#import = load
  }

  readonly getSnapshot = (): S | null => this.#renderer

  show(toast: Toast): void {
    if (this.#renderer) this.#renderer.showToast(toast)
    else this.#wait(toast)
  }

  /** Ahead of the first toast, so that one about a lost connection can be shown without it. */
  readonly load = (): void => {
    if (this.#renderer || this.#isLoading) return
    this.#isLoading = true
    void this.#load()
  }

  #wait(toast: Toast): void {
    this.#waiting = [...this.#waiting, toast].slice(-MAX_WAITING)
    this.load()
  }

  async #load(): Promise<void> {
    try {
      this.#renderer = await this.#import()
      for (const toast of this.#waiting.splice(0)) this.#renderer.showToast(toast)
      this.changed()
    } catch {
      // Not awaited: the next toast tries again.
      if (this.#waiting.length > 0) setTimeout(this.load, RETRY_MS)
    } finally {
      this.#isLoading = false
    }
  }
}
