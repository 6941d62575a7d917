import { type MeetingDetail, PIPELINE_STAGES } from '@livetap/contract'

/** How far a recording has come through all its stages. */
export interface ProcessingProgress {
  /** 0 to 1; never goes back. */
  readonly fraction: number
  /** Absent until enough was seen to tell. */
  readonly leftMs: number | undefined
}

type StageName = (typeof PIPELINE_STAGES)[number]

/** What each stage takes of the whole on an ordinary recording. */
const shares: Record<StageName, number> = {
  probe: 0.01,
  normalise: 0.04,
  peaks: 0.02,
  'voice activity': 0.06,
  recognition: 0.58,
  diarization: 0.18,
  ensemble: 0.06,
  highlights: 0.01,
  shards: 0.03,
  statistics: 0.01,
}

/** An estimate needs this much to go by. */
const SEEN_MS = 10_000
const SEEN_FRACTION = 0.02

const isStage = (name: string): name is StageName => (PIPELINE_STAGES as readonly string[]).includes(name)

/** One bar for all stages. A stage of another server is shown by its own progress. */
function fractionOf({ stage, progress }: Pick<MeetingDetail, 'stage' | 'progress'>): number {
  if (stage === '') return 0
  if (!isStage(stage)) return progress
  let before = 0
  for (const name of PIPELINE_STAGES) {
    if (name === stage) break
    before += shares[name]
  }
  return before + shares[stage] * progress
}

/** Watches one meeting being processed; the estimate goes by the pace since the first look. */
export class ProcessingWatch {
  #first: { atMs: number; fraction: number } | undefined
  #fraction = 0

  look(detail: Pick<MeetingDetail, 'stage' | 'progress'>, nowMs: number): ProcessingProgress {
    this.#fraction = Math.max(this.#fraction, Math.min(1, fractionOf(detail)))
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
