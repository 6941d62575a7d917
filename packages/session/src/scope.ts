/** Browsers keep timer delays in a signed 32-bit integer: anything longer fires at once. */
const MAX_DELAY_MS = 2_147_483_647

type Dispose = () => void

/** Timers, each answering with its own stop. A `Scope` is one. */
export interface Clock {
  timeout(run: () => void, delayMs: number): Dispose
  interval(run: () => void, everyMs: number): Dispose
}

type ListenTarget = Pick<EventTarget, 'addEventListener' | 'removeEventListener'>

interface Closable {
  close(code?: number, reason?: string): void
}

/**
 * One disposal tree. Everything that is acquired (timer, listener, socket, object URL, abort signal) is owned by a
 * scope and released with it, in reverse order; children go before their parent. A disposed scope
 * acquires nothing: what is handed to it is released at once.
 */
export class Scope implements Clock {
  readonly #controller = new AbortController()
  readonly #owned = new Set<Dispose>()
  #disposed = false

  /** Ends with the signal, or before it. */
  static until(signal: AbortSignal): Scope {
    const scope = new Scope()
    if (signal.aborted) scope.dispose()
    scope.listen(signal, 'abort', () => scope.dispose())
    return scope
  }

  get disposed(): boolean {
    return this.#disposed
  }

  /** Aborted when the scope is disposed. */
  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** Number of things still held; tests assert that it returns to zero. */
  get size(): number {
    return this.#owned.size
  }

  /** Owns `dispose`; the answer releases it early and is safe to call twice. */
  add(dispose: Dispose): Dispose {
    if (this.#disposed) {
      dispose()
      return () => {}
    }
    let done = false
    const once = () => {
      if (done) return
      done = true
      this.#owned.delete(once)
      dispose()
    }
    this.#owned.add(once)
    return once
  }

  child(): Scope {
    const child = new Scope()
    const detach = this.add(() => child.dispose())
    child.add(detach)
    return child
  }

  /** A timer of any length, `Number.MAX_SAFE_INTEGER` included. */
  timeout(run: () => void, delayMs: number): Dispose {
    let handle: ReturnType<typeof setTimeout>
    let left = Math.max(0, delayMs)
    const release = this.add(() => clearTimeout(handle))
    const arm = () => {
      const step = Math.min(left, MAX_DELAY_MS)
      left -= step
      handle = setTimeout(() => {
        if (left > 0) return arm()
        release()
        run()
      }, step)
    }
    if (!this.#disposed) arm()
    return release
  }

  interval(run: () => void, everyMs: number): Dispose {
    if (this.#disposed) return () => {}
    const handle = setInterval(run, everyMs)
    return this.add(() => clearInterval(handle))
  }

  listen<E extends Event>(
    target: ListenTarget,
    type: string,
    handler: (event: E) => void,
    options?: AddEventListenerOptions,
  ): Dispose {
    if (this.#disposed) return () => {}
    const listener = handler as EventListener
    target.addEventListener(type, listener, options)
    return this.add(() => target.removeEventListener(type, listener, options))
  }

  socket<S extends Closable>(socket: S): S {
    this.add(() => socket.close())
    return socket
  }

  objectUrl(blob: Blob): string {
    const url = URL.createObjectURL(blob)
    this.add(() => URL.revokeObjectURL(url))
    return url
  }

  /** Aborts with the scope, with `outer`, or by itself. */
  abortController(outer?: AbortSignal): AbortController {
    const controller = new AbortController()
    const release = this.add(() => controller.abort())
    controller.signal.addEventListener('abort', release, { once: true })
    if (outer?.aborted) controller.abort(outer.reason)
    else if (outer)
      outer.addEventListener('abort', () => controller.abort(outer.reason), {
        once: true,
        signal: controller.signal,
      })
    return controller
  }

  /** Resolves after `delayMs`, rejects with the signal's reason when the scope goes first. */
  wait(delayMs: number): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#disposed) return reject(this.signal.reason)
      const onAbort = () => reject(this.signal.reason)
      this.signal.addEventListener('abort', onAbort, { once: true })
      this.timeout(() => {
        this.signal.removeEventListener('abort', onAbort)
        resolve()
      }, delayMs)
    })
  }

  /** The work's own outcome; rejects with `late` when it takes longer than `limitMs`. */
  async within<T>(work: Promise<T>, limitMs: number, late: () => Error): Promise<T> {
    const timer = this.child()
    const expiry = new Promise<never>((_, reject) => timer.timeout(() => reject(late()), limitMs))
    return await Promise.race([work, expiry]).finally(() => timer.dispose())
  }

  dispose(): void {
    if (this.#disposed) return
    this.#disposed = true
    this.#controller.abort()
    const failures: unknown[] = []
    for (const dispose of [...this.#owned].reverse()) {
      try {
        dispose()
      } catch (error) {
        failures.push(error)
      }
    }
    this.#owned.clear()
    if (failures.length > 0) throw failures[0]
  }
}
