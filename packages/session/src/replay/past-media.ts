import { texts } from '@livetap/contract'
import type { Notices } from '../notices'
import type { Scope } from '../scope'
import { Store } from '../store'
import type { PastCalls } from './past-calls'
import { FRESH_MS } from './player/renewable-media'
import { ReplayError } from './player/replay-error'
import type { Replay } from './replay'

export interface MediaState {
  readonly audioUrl: string | undefined
  readonly videoUrl: string | undefined
  /** It was promised and could not be had. */
  readonly isVideoGone: boolean
}

export const noMedia: MediaState = { audioUrl: undefined, videoUrl: undefined, isVideoGone: false }

/** Sound and picture of a past meeting: their addresses, and the player that plays them. */
export class PastMedia extends Store<MediaState & { readonly isLoading: boolean }> {
  /** Of the video's address. */
  #scope: Scope | undefined
  #videoUrlSince = 0

  constructor(
    private readonly replay: Replay,
    private readonly calls: PastCalls,
    private readonly notify: Notices,
  ) {
    super({ ...noMedia, isLoading: false })
  }

  reset(): void {
    this.set({ ...noMedia, isLoading: false })
  }

  async fetchAudio(scope: Scope): Promise<void> {
    this.set({ isLoading: true })
    try {
      await this.#renewAudio(scope)
    } finally {
      this.set({ isLoading: false })
    }
  }

  async startPlayer(scope: Scope, durationMs: number, startAtMs: number | undefined): Promise<void> {
    const { audioUrl } = this.getSnapshot()
    if (audioUrl === undefined) return
    try {
      await this.replay.player.init(audioUrl, durationMs, () => this.#renewAudio(scope))
      if (startAtMs !== undefined) this.replay.player.seek(startAtMs)
    } catch (error) {
      if (scope.disposed || !(error instanceof ReplayError) || error.reason === 'not_inited') return
      const { message, reason } = error
      this.notify.error(reason === 'media' ? texts.past.failedPlayerStartWith(message) : message)
    }
  }

  /** An address of the audio that has not been used yet: signed ones live for minutes. */
  readonly freshAudioUrl = (): Promise<string> => this.calls.audioUrl()

  async fetchVideo(scope: Scope): Promise<void> {
    this.set({ isLoading: true })
    this.#scope = scope
    try {
      await this.#renewVideo(scope)
      this.notify.success(texts.past.videoFetched)
    } catch {
      if (scope.disposed) return
      this.#videoGone()
    } finally {
      this.set({ isLoading: false })
    }
  }

  /** The video's element could not play it: its address has expired, or it is of no use. */
  readonly videoFailed = (): void => {
    const scope = this.#scope
    if (this.getSnapshot().videoUrl === undefined) return
    const isFresh = performance.now() - this.#videoUrlSince < FRESH_MS
    if (isFresh || !scope || scope.disposed) this.#videoGone()
    else this.#renewVideo(scope).catch(() => scope.disposed || this.#videoGone())
  }

  async #renewAudio(scope: Scope): Promise<string> {
    const audioUrl = await this.calls.audioUrl(scope.signal)
    this.set({ audioUrl })
    return audioUrl
  }

  async #renewVideo(scope: Scope): Promise<void> {
    const videoUrl = await this.calls.videoUrl(scope.signal)
    this.#videoUrlSince = performance.now()
    this.set({ videoUrl })
  }

  #videoGone(): void {
    this.set({ videoUrl: undefined, isVideoGone: true })
    this.notify.warning(texts.past.videoNotFound)
  }
}
