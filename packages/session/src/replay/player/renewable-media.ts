import type { Scope } from '../../scope'
import type { MediaElement } from './media-element'

/** Asks for another address of the same recording. */
export type RenewUrl = () => Promise<string>

const MEDIA_ERR_DECODE = 3
/** An address that fails this soon after it was given has not expired. */
export const FRESH_MS = 10_000

const passedOn = [
  'play',
  'playing',
  'pause',
  'ended',
  'waiting',
  'seeking',
  'seeked',
  'ratechange',
  'durationchange',
] as const

/** Where an element stands that is about to load again, and where it is to go on. */
interface PlaybackState {
  position: number
  rate: number
  isPlaying: boolean
}

/**
 * An element whose address may expire: signed ones live for minutes. When the data of one cannot be had any more,
 * another is asked for and the element goes on where it stood. Until then it seems to wait for data, and commands hold.
 */
export class RenewableMedia extends EventTarget implements MediaElement {
  readonly #element: MediaElement
  readonly #renew: RenewUrl
  /** While another address is on its way. */
  #reloadState: PlaybackState | undefined
  #isLoaded = false
  #renewedAt = Number.NEGATIVE_INFINITY

  constructor(scope: Scope, element: MediaElement, renew: RenewUrl) {
    super()
    this.#element = element
    this.#renew = renew
    for (const type of passedOn)
      scope.listen(element, type, () => {
        if (!this.#reloadState) this.#dispatch(type)
      })
    scope.listen(element, 'loadedmetadata', () => this.#loaded())
    scope.listen(element, 'error', () => void this.#failed())
  }

  get src(): string {
    return this.#element.src
  }

  set src(url: string) {
    this.#element.src = url
  }

  get preload(): string {
    return this.#element.preload
  }

  set preload(preload: string) {
    this.#element.preload = preload
  }

  get currentTime(): number {
    return this.#reloadState?.position ?? this.#element.currentTime
  }

  set currentTime(seconds: number) {
    if (!this.#reloadState) this.#element.currentTime = seconds
    else {
      this.#reloadState.position = seconds
      this.#dispatch('seeking')
    }
  }

  get playbackRate(): number {
    return this.#reloadState?.rate ?? this.#element.playbackRate
  }

  set playbackRate(rate: number) {
    if (this.#reloadState) this.#reloadState.rate = rate
    else this.#element.playbackRate = rate
  }

  get volume(): number {
    return this.#element.volume
  }

  set volume(volume: number) {
    this.#element.volume = volume
  }

  get duration(): number {
    return this.#element.duration
  }

  get paused(): boolean {
    return this.#reloadState ? !this.#reloadState.isPlaying : this.#element.paused
  }

  get ended(): boolean {
    return this.#reloadState ? false : this.#element.ended
  }

  get seeking(): boolean {
    return this.#reloadState ? false : this.#element.seeking
  }

  get readyState(): number {
    return this.#element.readyState
  }

  get error(): MediaElement['error'] {
    return this.#element.error
  }

  async play(): Promise<void> {
    if (!this.#reloadState) return this.#element.play()
    this.#reloadState.isPlaying = true
    this.#dispatch('play')
    this.#dispatch('waiting')
  }

  pause(): void {
    if (!this.#reloadState) this.#element.pause()
    else {
      this.#reloadState.isPlaying = false
      this.#dispatch('pause')
    }
  }

  load(): void {
    this.#reloadState = undefined
    this.#element.load()
  }

  removeAttribute(name: string): void {
    this.#reloadState = undefined
    this.#element.removeAttribute(name)
  }

  async #failed(): Promise<void> {
    const isFresh = performance.now() - this.#renewedAt < FRESH_MS
    if (this.#reloadState || isFresh || this.#element.error?.code === MEDIA_ERR_DECODE) return this.#fail()
    const { currentTime, playbackRate, paused } = this.#element
    const state = { position: currentTime, rate: playbackRate, isPlaying: !paused }
    this.#reloadState = state
    this.#renewedAt = performance.now()
    if (state.isPlaying) this.#dispatch('waiting')
    try {
      const url = await this.#renew()
      if (this.#reloadState !== state) return
      this.#element.src = url
      this.#element.load()
    } catch {
      if (this.#reloadState === state) this.#fail()
    }
  }

  #loaded(): void {
    const state = this.#reloadState
    this.#reloadState = undefined
    if (state) this.#resume(state)
    if (!this.#isLoaded) this.#dispatch('loadedmetadata')
    this.#isLoaded = true
  }

  /** An element that loads again is paused, at its start and at the usual speed. */
  #resume({ position, rate, isPlaying }: PlaybackState): void {
    this.#element.playbackRate = rate
    if (position > 0) this.#element.currentTime = position
    if (isPlaying) this.#element.play().catch(() => this.#dispatch('pause'))
  }

  #fail(): void {
    this.#reloadState = undefined
    this.#dispatch('error')
  }

  #dispatch(type: string): void {
    this.dispatchEvent(new Event(type))
  }
}
