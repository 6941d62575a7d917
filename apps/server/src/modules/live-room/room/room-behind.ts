import { BEHIND_MS } from '@livetap/contract'

interface RoomBehindOptions {
  /** Undefined while nothing is recognised, or where the engine cannot say. */
  measure: () => number | undefined
  announce: (behindMs: number) => void
}

/** Says how far the text is behind: every second while it is too far, and once when it is not. */
export class RoomBehind {
  #announcedMs: number | undefined

  constructor(private readonly options: RoomBehindOptions) {}

  /** What was said last; undefined while nothing was. */
  get announcedMs(): number | undefined {
    return this.#announcedMs
  }

  look(): void {
    const ms = this.options.measure()
    if (ms === undefined && this.#announcedMs === undefined) return
    const behindMs = ms !== undefined && ms > BEHIND_MS ? Math.round(ms) : 0
    if (this.#announcedMs !== undefined && secondOf(behindMs) === secondOf(this.#announcedMs)) return
    this.#announcedMs = behindMs
    this.options.announce(behindMs)
  }
}

const secondOf = (ms: number) => Math.floor(ms / 1000)
