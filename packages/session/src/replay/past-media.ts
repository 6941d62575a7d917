import { texts } from '@livetap/contract'
import type { Notices } from '../notices'
import type { Scope } from '../scope'
import type { PastCalls } from './past-calls'
import type { PastLoading, PastState } from './past-state'
import type { PollOutcome } from './poll-part'
import type { Replay } from './replay'
import { ReplayError } from './replay-error'

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
      await replay.player.init(audioUrl, detail?.duration ?? replay.getSnapshot().durationMs)
      if (startAtMs !== undefined) replay.player.seek(startAtMs)
    } catch (error) {
      if (scope.disposed || !(error instanceof ReplayError) || error.reason === 'not-inited') return
      notify.error(error.reason === 'media' ? texts.past.failedPlayerStartWith(error.message) : error.message)
    }
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
    const { calls, notify, set, setLoading } = this.parts
    setLoading({ media: true })
    try {
      set({ videoUrl: await calls.videoUrl(scope.signal) })
      notify.success(texts.past.videoFetched)
    } catch {
      if (scope.disposed) return
      set({ isVideoGone: true })
      notify.warning(texts.past.videoNotFound)
    } finally {
      setLoading({ media: false })
    }
  }

  /** The video's element could not play it. */
  readonly videoFailed = (): void => {
    const { state, set, notify } = this.parts
    if (state().videoUrl === undefined) return
    set({ videoUrl: undefined, isVideoGone: true })
    notify.warning(texts.past.videoNotFound)
  }
}
