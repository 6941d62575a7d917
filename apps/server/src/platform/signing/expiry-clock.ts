import { randomBytes } from 'node:crypto'

export interface ExpiryClockOptions {
  /** The time of day, in milliseconds. */
  now?: () => number
  /** Milliseconds that pass evenly, regardless of what the time of day is set to. */
  ticks?: () => number
  process?: string
}

const THIS_PROCESS = randomBytes(6).toString('base64url')

/**
 * Dates the end of what is signed. What comes back to the process that signed it is held to that process's monotonic
 * clock; another process can only go by the time of day.
 */
export class ExpiryClock {
  readonly #now: () => number
  readonly #ticks: () => number
  readonly #process: string

  constructor(options: ExpiryClockOptions = {}) {
    this.#now = options.now ?? (() => Date.now())
    this.#ticks = options.ticks ?? (() => performance.now())
    this.#process = options.process ?? THIS_PROCESS
  }

  /** The end of what lives so long from now, as text that fits into an address. */
  after(lifetimeMs: number): string {
    const ends = [this.#now(), this.#ticks()].map(ms => Math.ceil(ms + lifetimeMs))
    return `${ends[0]}.${ends[1]}.${this.#process}`
  }

  /** Zero or less when it is over. */
  leftMs(expiry: string): number {
    const [timeOfDay, ticks, process] = expiry.split('.')
    return process === this.#process ? Number(ticks) - this.#ticks() : Number(timeOfDay) - this.#now()
  }
}
