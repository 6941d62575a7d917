/** Work for a second of speech on a machine of which nothing is known yet. */
const ASSUMED_COST = 0.25
/** Of a process; the rest is for voice activity and interim results. */
const USABLE = 0.8
/** Of the streams of calls, hardly more than every second one has speech at a time. */
const SPEAKING = 0.5
/** Speech over which an estimate is replaced by what is measured. */
const MEMORY_MS = 60_000
/** So few are taken in any case: a small call that comes late is better than none. */
const MIN_PER_PROCESS = 4
const MAX_PER_PROCESS = 16

/** How many live streams the processes keep up with, by what recognition costs on this machine at present. */
export class LiveCapacity {
  readonly #processes: number
  #cost = ASSUMED_COST

  constructor(processes: number) {
    this.#processes = processes
  }

  get streams(): number {
    const perProcess = Math.floor(USABLE / (this.#cost * SPEAKING))
    return this.#processes * Math.min(MAX_PER_PROCESS, Math.max(MIN_PER_PROCESS, perProcess))
  }

  /** A final result over so much sound took so long. */
  measured(soundMs: number, workMs: number): void {
    if (soundMs <= 0) return
    const weight = Math.min(1, soundMs / MEMORY_MS)
    this.#cost += (workMs / soundMs - this.#cost) * weight
  }

  /** At the start, on sound made for it. */
  calibrated(soundMs: number, workMs: number): void {
    this.#cost = workMs / soundMs
  }
}
