import type { MediaElement } from './media-element'

/** An audio element on the test's clock: it plays while time is advanced, and reports what the test sets. */
export class FakeMedia extends EventTarget implements MediaElement {
  src = ''
  preload = ''
  readyState = 0
  volume = 1
  seeking = false
  ended = false
  paused = true
  duration = Number.NaN
  error: { code: number; message?: string } | null = null
  refusal: Error | undefined
  /** How long a seek takes. */
  seekMs = 0
  loads = 0
  /** Plays this much faster or slower than it should. */
  skew = 1
  #rate = 1
  #base = 0
  #since = 0

  get currentTime(): number {
    if (this.paused || this.seeking) return this.#base
    const now = this.#base + ((Date.now() - this.#since) / 1000) * this.#rate * this.skew
    return Math.min(now, Number.isFinite(this.duration) ? this.duration : now)
  }

  set currentTime(seconds: number) {
    this.#base = seconds
    this.seeking = true
    this.ended = false
    queueMicrotask(() => this.emit('seeking'))
    setTimeout(() => {
      this.seeking = false
      this.#since = Date.now()
      this.emit('seeked')
    }, this.seekMs)
  }

  get playbackRate(): number {
    return this.#rate
  }

  set playbackRate(rate: number) {
    this.#settle()
    this.#rate = rate
    this.emit('ratechange')
  }

  async play(): Promise<void> {
    if (this.refusal) throw this.refusal
    if (!this.paused) return
    this.#since = Date.now()
    this.paused = false
    this.emit('play')
    this.emit('playing')
  }

  pause(): void {
    if (this.paused) return
    this.#settle()
    this.paused = true
    this.emit('pause')
  }

  /** As in a browser: it starts over, paused and at the usual speed. */
  load(): void {
    this.loads += 1
    this.error = null
    this.readyState = 0
    this.paused = true
    this.seeking = false
    this.ended = false
    this.duration = Number.NaN
    this.#base = 0
    this.#rate = 1
  }

  removeAttribute(name: string): void {
    if (name === 'src') this.src = ''
  }

  /** The header is here. */
  arrive(seconds: number): void {
    this.duration = seconds
    this.readyState = 1
    this.emit('loadedmetadata')
  }

  fail(code: number, message = ''): void {
    this.error = { code, message }
    this.emit('error')
  }

  stall(): void {
    this.#settle()
    this.skew = 0
    this.emit('waiting')
  }

  goOn(): void {
    this.#settle()
    this.skew = 1
    this.emit('playing')
  }

  emit(type: string): void {
    this.dispatchEvent(new Event(type))
  }

  #settle(): void {
    this.#base = this.currentTime
    this.#since = Date.now()
  }
}
