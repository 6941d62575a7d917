import { AUDIO_INIT_TIMEOUT_MS, texts } from '@livetap/contract'
import type { Scope } from '../../scope'
import { Store } from '../../store'
import { ClipStop } from './clip-stop'
import { HAVE_METADATA, type MediaElement } from './media-element'
import { RenewableMedia, type RenewUrl } from './renewable-media'
import { audioErrorText, ReplayError } from './replay-error'

export type PlayerPhase = 'none' | 'initing' | 'ready' | 'playing' | 'seeking' | 'paused' | 'failed'

/** A stretch that is played by itself; `key` says whose it is. */
export interface Clip {
  readonly key: string
  readonly startMs: number
  readonly endMs: number
}

export interface PlayerState {
  readonly phase: PlayerPhase
  /** What plays when the seek under way is over. */
  readonly isPlaying: boolean
  /** Plays, and waits for data. */
  readonly isWaiting: boolean
  readonly durationMs: number
  readonly rate: number
  /** 0 to 1. */
  readonly volume: number
  readonly clip: Clip | undefined
  readonly failure: ReplayError | undefined
}

export const RATE_MIN = 0.25
export const RATE_MAX = 3
/** How far past its end a clip may be before it is put back to it. */
const CLIP_OVERSHOOT_MS = 15

const defaults: PlayerState = {
  phase: 'none',
  isPlaying: false,
  isWaiting: false,
  durationMs: 0,
  rate: 1,
  volume: 1,
  clip: undefined,
  failure: undefined,
}

/**
 * Plays one recording. The position is read from the element and never kept: `positionMs`. After an error the
 * element is released, as after `destroy`; `init` starts over.
 */
export class Player extends Store<PlayerState> {
  readonly #owner: Scope
  readonly #create: () => MediaElement
  readonly #moved = new Set<() => void>()
  readonly #clipStop: ClipStop
  #scope: Scope | undefined
  #media: MediaElement | undefined
  #knownDurationMs = 0

  constructor(owner: Scope, createMedia: () => MediaElement) {
    super(defaults)
    this.#owner = owner
    this.#create = createMedia
    this.#clipStop = new ClipStop(owner, () => this.#endClip())
    owner.add(() => this.destroy())
  }

  /** The element, for what must move with it (a video). */
  get media(): MediaElement | undefined {
    return this.#media
  }

  get isReady(): boolean {
    return !['none', 'initing', 'failed'].includes(this.getSnapshot().phase)
  }

  get positionMs(): number {
    return (this.#media?.currentTime ?? 0) * 1000
  }

  /** Called at once when the position jumps, the rate changes, or playing starts or stops. */
  readonly onMoved = (listener: () => void): (() => void) => {
    this.#moved.add(listener)
    return () => this.#moved.delete(listener)
  }

  /** `durationMs` is the meeting's own; a file's header may say Infinity. `renew` is for an address that expires. */
  async init(url: string, durationMs = 0, renew?: RenewUrl): Promise<void> {
    this.destroy()
    const scope = this.#owner.child()
    this.#scope = scope
    this.#knownDurationMs = durationMs
    const element = this.#create()
    const media = renew ? new RenewableMedia(scope, element, renew) : element
    this.#media = media
    this.set({ ...this.#chosen(), phase: 'initing', durationMs })
    await new Promise<void>((resolve, reject) => {
      const gone = () => reject(new ReplayError('not_inited', texts.past.localPlayerNotInited))
      scope.signal.addEventListener('abort', gone, { once: true })
      const stopTimer = scope.timeout(() => {
        this.#fail(new ReplayError('init_timeout', texts.past.failedPlayerStart), reject)
      }, AUDIO_INIT_TIMEOUT_MS)
      scope.listen(media, 'error', () => {
        stopTimer()
        this.#fail(new ReplayError('media', audioErrorText(media.error)), reject)
      })
      scope.listen(media, 'loadedmetadata', () => {
        stopTimer()
        scope.signal.removeEventListener('abort', gone)
        this.#inited(media)
        resolve()
      })
      media.preload = 'metadata'
      media.src = url
      media.load()
    })
  }

  /** The meeting's length became known, or longer: a transcript may end after it. */
  setDuration(durationMs: number): void {
    this.#knownDurationMs = durationMs
    this.set({ durationMs: this.#duration() })
  }

  readonly play = async (): Promise<void> => {
    const media = this.#ready()
    if (media.ended || this.positionMs >= this.getSnapshot().durationMs - 1) {
      if (this.getSnapshot().durationMs > 0) this.#moveTo(media, 0)
    }
    await this.#start(media)
  }

  readonly pause = (): void => {
    this.#ready().pause()
  }

  readonly toggle = (): Promise<void> | void => {
    if (this.getSnapshot().isPlaying) this.pause()
    else return this.play()
  }

  /** Ends a clip unless the moment lies inside it. */
  readonly seek = (ms: number): void => {
    const media = this.#ready()
    const { clip } = this.getSnapshot()
    if (clip && (ms < clip.startMs || ms >= clip.endMs)) this.set({ clip: undefined })
    this.#moveTo(media, ms)
  }

  readonly skip = (byMs: number): void => this.seek(this.positionMs + byMs)

  /** Plays from the clip's start to its end and pauses there. The clip under way is paused instead, and goes on. */
  readonly toggleClip = async (clip: Clip): Promise<void> => {
    const media = this.#ready()
    const running = this.getSnapshot().clip
    if (running?.key === clip.key && this.getSnapshot().isPlaying) return this.pause()
    const goesOn = running?.key === clip.key && this.positionMs < clip.endMs - CLIP_OVERSHOOT_MS
    this.set({ clip })
    if (!goesOn) this.#moveTo(media, clip.startMs)
    await this.#start(media)
    this.#follow()
  }

  readonly setRate = (rate: number): void => {
    const bounded = Math.min(RATE_MAX, Math.max(RATE_MIN, rate))
    this.set({ rate: bounded })
    if (this.#media) this.#media.playbackRate = bounded
    this.#follow()
  }

  readonly setVolume = (volume: number): void => {
    const bounded = Math.min(1, Math.max(0, volume))
    this.set({ volume: bounded })
    if (this.#media) this.#media.volume = bounded
  }

  destroy(): void {
    this.#release()
    this.set(this.#chosen())
  }

  /** The defaults, with what the user has set. */
  #chosen(): PlayerState {
    const { rate, volume } = this.getSnapshot()
    return { ...defaults, rate, volume }
  }

  #release(): void {
    const media = this.#media
    this.#media = undefined
    this.#clipStop.cancel()
    this.#scope?.dispose()
    this.#scope = undefined
    if (!media) return
    media.pause()
    media.removeAttribute('src')
    media.load()
  }

  #ready(): MediaElement {
    if (!this.#media || !this.isReady) throw new ReplayError('not_inited', texts.past.localPlayerNotInited)
    return this.#media
  }

  #duration(): number {
    const own = (this.#media?.duration ?? 0) * 1000
    return this.#knownDurationMs > 0 ? this.#knownDurationMs : Number.isFinite(own) ? own : 0
  }

  #inited(media: MediaElement): void {
    const scope = this.#scope
    if (!scope) return
    const { rate, volume } = this.getSnapshot()
    media.playbackRate = rate
    media.volume = volume
    this.set({ phase: 'ready', durationMs: this.#duration() })
    const settle = () => {
      const isPlaying = !media.paused && !media.ended
      const settled = isPlaying ? 'playing' : 'paused'
      this.set({ phase: media.seeking ? 'seeking' : settled, isPlaying, isWaiting: false })
      this.#follow()
    }
    scope.listen(media, 'play', settle)
    scope.listen(media, 'playing', settle)
    scope.listen(media, 'pause', settle)
    scope.listen(media, 'ended', settle)
    scope.listen(media, 'waiting', () => this.set({ isWaiting: !media.paused }))
    scope.listen(media, 'seeking', () => {
      this.set({ phase: 'seeking' })
      this.#follow()
    })
    scope.listen(media, 'seeked', settle)
    scope.listen(media, 'ratechange', () => this.#follow())
    scope.listen(media, 'durationchange', () => this.set({ durationMs: this.#duration() }))
    this.#follow()
  }

  async #start(media: MediaElement): Promise<void> {
    try {
      await media.play()
    } catch (error) {
      // A pause or a new source while the element was still starting.
      if (error instanceof Error && error.name === 'AbortError') return
      const payload = error instanceof Error ? error.message : String(error)
      throw new ReplayError('refused', texts.past.failedPlayerStartWith(payload))
    }
  }

  #moveTo(media: MediaElement, ms: number): void {
    const { durationMs } = this.getSnapshot()
    const last = durationMs > 0 ? durationMs : ms
    media.currentTime = Math.max(0, Math.min(ms, last)) / 1000
  }

  /** The view moves on `seeking`, not on `seeked`: the data may come much later. */
  #follow(): void {
    const { clip, rate } = this.getSnapshot()
    const media = this.#media
    if (clip && media && !media.paused && media.readyState >= HAVE_METADATA)
      this.#clipStop.arm(() => this.positionMs, clip.endMs, rate)
    else this.#clipStop.cancel()
    for (const listener of [...this.#moved]) listener()
  }

  #endClip(): void {
    const { clip } = this.getSnapshot()
    const media = this.#media
    if (!clip || !media) return
    media.pause()
    if (this.positionMs > clip.endMs + CLIP_OVERSHOOT_MS) this.#moveTo(media, clip.endMs)
    this.set({ clip: undefined })
  }

  #fail(failure: ReplayError, reject: (error: ReplayError) => void): void {
    const { durationMs } = this.getSnapshot()
    reject(failure)
    this.#release()
    this.set({ ...this.#chosen(), durationMs, phase: 'failed', failure })
    for (const listener of [...this.#moved]) listener()
  }
}
