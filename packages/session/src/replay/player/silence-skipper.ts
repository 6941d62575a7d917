import type { Follower } from './follower'
import type { Player } from './player'

/** Shorter pauses belong to the speech. */
const WORTH_MS = 1500
/** The next words are not cut into. */
const LEAD_MS = 250

/** While it is on, a long stretch in which no one speaks is jumped over. A clip is played as it is. */
export class SilenceSkipper {
  #isOn = false

  constructor(
    private readonly player: Player,
    private readonly follower: Follower,
  ) {
    follower.subscribe(this.#skip)
    player.onMoved(this.#skip)
  }

  get isOn(): boolean {
    return this.#isOn
  }

  setOn(isOn: boolean): void {
    this.#isOn = isOn
    this.#skip()
  }

  readonly #skip = (): void => {
    const { phase, clip } = this.player.getSnapshot()
    const gap = this.follower.getSnapshot().utteranceGap
    if (!this.#isOn || phase !== 'playing' || clip || !gap || !Number.isFinite(gap.endMs)) return
    const to = gap.endMs - LEAD_MS
    if (to - this.player.positionMs >= WORTH_MS) this.player.seek(to)
  }
}
