import type { Scope } from '../../scope'
import type { MediaElement } from './media-element'
import type { Player } from './player'

/** The most a video may stand away from the sound. */
const VIDEO_DRIFT_MS = 80
/** Beyond this it is moved; below, its speed is trimmed until it is back in step. */
const JUMP_MS = VIDEO_DRIFT_MS * 0.75
const TRIM_MS = 15
const TRIM = 0.08
const CORRECT_MS = 200

/** Keeps a muted video in step with the player: the sound leads, the picture follows. */
export class LinkedVideo {
  readonly #scope: Scope
  readonly #player: Player
  readonly #video: MediaElement
  #stopCorrecting: (() => void) | undefined
  /** A jump takes as long as the last one took: the sound goes on meanwhile. */
  #jumpTakesMs = 0

  constructor(owner: Scope, player: Player, video: MediaElement) {
    this.#scope = owner.child()
    this.#player = player
    this.#video = video
    this.#scope.add(player.onMoved(this.sync))
    this.#scope.listen(video, 'loadedmetadata', this.sync)
    this.#scope.listen(video, 'seeked', () => this.#arrived())
    this.#scope.add(() => video.pause())
    this.sync()
  }

  /** How far the picture is ahead of the sound. */
  get driftMs(): number {
    return this.#video.currentTime * 1000 - this.#player.positionMs
  }

  readonly sync = (): void => {
    const { isPlaying, rate, phase } = this.#player.getSnapshot()
    this.#stopCorrecting?.()
    this.#stopCorrecting = undefined
    if (isPlaying && phase !== 'seeking') {
      if (this.#video.paused) this.#video.play().catch(() => {})
      this.#video.playbackRate = rate
      this.#correct()
      this.#stopCorrecting = this.#scope.interval(() => this.#correct(), CORRECT_MS)
      return
    }
    if (!this.#video.paused) this.#video.pause()
    if (Math.abs(this.driftMs) > 1) this.#video.currentTime = this.#player.positionMs / 1000
  }

  dispose(): void {
    this.#scope.dispose()
  }

  #correct(): void {
    const { rate } = this.#player.getSnapshot()
    const drift = this.driftMs
    if (Math.abs(drift) > JUMP_MS) {
      this.#jump(rate)
      return
    }
    const trim = Math.abs(drift) > TRIM_MS ? -Math.sign(drift) * TRIM : 0
    const wanted = rate * (1 + trim)
    if (this.#video.playbackRate !== wanted) this.#video.playbackRate = wanted
  }

  #jumpedAt: { positionMs: number } | undefined

  #jump(rate: number): void {
    if (this.#jumpedAt) return
    const positionMs = this.#player.positionMs
    this.#jumpedAt = { positionMs }
    this.#scope.timeout(() => {
      this.#jumpedAt = undefined
    }, 2000)
    this.#video.playbackRate = rate
    this.#video.currentTime = (positionMs + this.#jumpTakesMs) / 1000
  }

  #arrived(): void {
    const jumped = this.#jumpedAt
    this.#jumpedAt = undefined
    if (!jumped || !this.#player.getSnapshot().isPlaying) return
    const tookMs = this.#player.positionMs - jumped.positionMs
    if (tookMs >= 0 && tookMs < 1000) this.#jumpTakesMs = (this.#jumpTakesMs + tookMs) / 2
  }
}
