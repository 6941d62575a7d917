import { BEHIND_MS } from '@livetap/contract'

interface RoomBehindOptions {
  /** Undefined while nothing is heard, or where the engine cannot say. */
  measure: () => number | undefined
  say: (behindMs: number) => void
}

/** Says how far the text is behind: every second while it is too far, and once when it is not. */
export class RoomBehind {
  #saidMs: number | undefined

  constructor(private readonly options: RoomBehindOptions) {}

  /** What was said last; undefined while nothing was. */
  get saidMs(): number | undefined {
    return this.#saidMs
  }

  look(): void {
    const ms = this.options.measure()
    if (ms === undefined && this.#saidMs === undefined) return
    const behindMs = ms !== undefined && ms > BEHIND_MS ? Math.round(ms) : 0
    if (this.#saidMs !== undefined && secondOf(behindMs) === secondOf(this.#saidMs)) return
    this.#saidMs = behindMs
    this.options.say(behindMs)
  }
}

const secondOf = (ms: number) => Math.floor(ms / 1000)
