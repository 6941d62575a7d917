import { texts } from '@livetap/contract'
import type { Notices } from '../notices'
import type { Scope } from '../scope'
import type { PastCalls } from './past-calls'
import type { PastLoading, PastState } from './past-state'
import { FRESH_MS } from './player/renewable-media'
import { ReplayError } from './player/replay-error'
import type { PollOutcome } from './poll-part'
import type { Replay } from './replay'

export interface PastMediaParts {
  replay: Replay
  calls: PastCalls
  notify: Notices
  /** Where to stand when the player is ready. */
  startAtMs: number | undefined
  state: () => PastState
  set: (change: Partial<PastState>) => void
  setLoading: (change: Partial<PastLoading>) => void
}

/** Sound and picture of a past meeting: their addresses, and the player that plays them. */
export class PastMedia {
  #scope: Scope | undefined
  #videoUrlSince = 0

  constructor(private readonly parts: PastMediaParts) {}

  async fetchAudio(scope: Scope): Promise<PollOutcome> {
    const { calls, set, setLoading } = this.parts
    setLoading({ media: true })
    try {
      set({ audioUrl: await calls.audioUrl(scope.signal) })
      return 'loaded'
    } finally {
      setLoading({ media: false })
    }
  }

  async startPlayer(scope: Scope, startAtMs: number | undefined): Promise<void> {
    const { replay, notify, state } = this.parts
    const { audioUrl, detail } = state()
    if (audioUrl === undefined) return
    try {
      const durationMs = detail?.duration ?? replay.getSnapshot().durationMs
      await replay.player.init(audioUrl, durationMs, () => this.#renewAudio(scope))
      if (startAtMs !== undefined) replay.player.seek(startAtMs)
    } catch (error) {
      if (scope.disposed || !(error instanceof ReplayError) || error.reason === 'not-inited') return
      notify.error(error.reason === 'media' ? texts.past.failedPlayerStartWith(error.message) : error.message)
    }
  }

  /** An address of the audio that has not been used yet: signed ones live for minutes. */
  readonly freshAudioUrl = (): Promise<string> => this.parts.calls.audioUrl()

  async #renewAudio(scope: Scope): Promise<string> {
    const audioUrl = await this.parts.calls.audioUrl(scope.signal)
    this.parts.set({ audioUrl })
    return audioUrl
  }

  /** Once more with a fresh address: the old one may have run out. */
  async retry(scope: Scope): Promise<void> {
    const { replay, notify, startAtMs } = this.parts
    const { positionMs } = replay.player
    const outcome = await this.fetchAudio(scope)
    if (outcome === 'loaded') await this.startPlayer(scope, positionMs || startAtMs)
    else notify.error(texts.past.failedAudioUrl)
  }

  async fetchVideo(scope: Scope): Promise<void> {
    const { notify, set, setLoading } = this.parts
    setLoading({ media: true })
    this.#scope = scope
    try {
      set({ videoUrl: await this.#freshVideoUrl(scope) })
      notify.success(texts.past.videoFetched)
    } catch {
      if (scope.disposed) return
      set({ isVideoGone: true })
      notify.warning(texts.past.videoNotFound)
    } finally {
      setLoading({ media: false })
    }
  }

  /** The video's element could not play it: its address has expired, or it is of no use. */
  readonly videoFailed = (): void => {
    const { state } = this.parts
    if (state().videoUrl === undefined) return
    const isFresh = performance.now() - this.#videoUrlSince < FRESH_MS
    if (isFresh || !this.#scope || this.#scope.disposed) this.#videoGone()
    else void this.#renewVideo(this.#scope)
  }

  async #renewVideo(scope: Scope): Promise<void> {
    try {
      this.parts.set({ videoUrl: await this.#freshVideoUrl(scope) })
    } catch {
      if (!scope.disposed) this.#videoGone()
    }
  }

  async #freshVideoUrl(scope: Scope): Promise<string> {
    const url = await this.parts.calls.videoUrl(scope.signal)
    this.#videoUrlSince = performance.now()
    return url
  }

  #videoGone(): void {
    this.parts.set({ videoUrl: undefined, isVideoGone: true })
    this.parts.notify.warning(texts.past.videoNotFound)
  }
}
