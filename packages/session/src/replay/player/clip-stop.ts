import type { Scope } from '../../scope'

/** Closer than this counts as reached: a timer never fires on the millisecond. */
const REACHED_MS = 2
/** A stalled element is asked again this often. */
const STALLED_MS = 40

/** Calls back when the player gets to the end of a clip, however fast it plays. */
export class ClipStop {
  #cancel: (() => void) | undefined

  constructor(
    private readonly scope: Scope,
    private readonly reached: () => void,
  ) {}

  arm(positionMs: () => number, endMs: number, rate: number): void {
    this.cancel()
    let before = Number.NaN
    const check = () => {
      const position = positionMs()
      const leftMs = (endMs - position) / rate
      if (leftMs <= REACHED_MS) {
        this.#cancel = undefined
        return this.reached()
      }
      const wait = position === before ? Math.max(leftMs, STALLED_MS) : leftMs
      before = position
      this.#cancel = this.scope.timeout(check, wait)
    }
    check()
  }

  cancel(): void {
    this.#cancel?.()
    this.#cancel = undefined
  }
}
