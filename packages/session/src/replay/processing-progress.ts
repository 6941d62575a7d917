import type { MeetingDetail } from '@livetap/contract'

/** How far a recording has come through all its stages. */
export interface ProcessingProgress {
  /** 0 to 1; never goes back. */
  readonly fraction: number
  /** Absent until enough was seen to decide. */
  readonly leftMs: number | undefined
}

/** An estimate needs this much to go by. */
const SEEN_MS = 10_000
const SEEN_FRACTION = 0.02

/** Watches one meeting being processed; the estimate goes by the pace since it was first measured. */
export class ProcessingWatch {
  #first: { atMs: number; fraction: number } | undefined
  #fraction = 0

  measure({ progress }: Pick<MeetingDetail, 'progress'>, nowMs: number): ProcessingProgress {
    this.#fraction = Math.max(this.#fraction, progress)
    // Waiting in the queue says nothing of the pace.
    if (!this.#first && this.#fraction > 0) this.#first = { atMs: nowMs, fraction: this.#fraction }
    return { fraction: this.#fraction, leftMs: this.#leftMs(nowMs) }
  }

  #leftMs(nowMs: number): number | undefined {
    if (!this.#first) return undefined
    const seenMs = nowMs - this.#first.atMs
    const done = this.#fraction - this.#first.fraction
    if (seenMs < SEEN_MS || done < SEEN_FRACTION) return undefined
    return ((1 - this.#fraction) / done) * seenMs
  }
}
