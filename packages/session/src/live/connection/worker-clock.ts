import type { Clock } from '../../scope'

export interface ClockRequest {
  id: number
  kind: 'timeout' | 'interval' | 'stop'
  ms: number
}

export interface ClockWorker {
  postMessage(request: ClockRequest): void
  terminate(): void
  onmessage: ((event: MessageEvent<number>) => void) | null
}

/**
 * Timers kept by a worker: a browser slows those of a hidden tab down to one per minute, and a connection that is not
 * pinged for a minute looks dead to both sides.
 */
export class WorkerClock implements Clock {
  readonly #worker: ClockWorker
  readonly #running = new Map<number, { run: () => void; once: boolean }>()
  #lastId = 0

  constructor(worker: ClockWorker) {
    this.#worker = worker
    worker.onmessage = ({ data: id }) => {
      const timer = this.#running.get(id)
      if (timer?.once) this.#running.delete(id)
      timer?.run()
    }
  }

  timeout(run: () => void, delayMs: number): () => void {
    return this.#start('timeout', run, delayMs)
  }

  interval(run: () => void, everyMs: number): () => void {
    return this.#start('interval', run, everyMs)
  }

  dispose(): void {
    this.#running.clear()
    this.#worker.onmessage = null
    this.#worker.terminate()
  }

  #start(kind: 'timeout' | 'interval', run: () => void, ms: number): () => void {
    this.#lastId += 1
    const id = this.#lastId
    this.#running.set(id, { run, once: kind === 'timeout' })
    this.#worker.postMessage({ id, kind, ms })
    return () => {
      if (this.#running.delete(id)) this.#worker.postMessage({ id, kind: 'stop', ms: 0 })
    }
  }
}
