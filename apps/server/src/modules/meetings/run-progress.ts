import { PIPELINE_STAGES, WAITING_STAGES } from '@livetap/contract'
import type { Meeting } from './meeting'

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

export interface RunProgress {
  /** Of all stages, 0 to 1. */
  progress: number
  /** From 1; absent for a stage outside the pipeline. */
  stage_number?: number
  stage_count?: number
}

/** The one number for how far a meeting's processing is. A stage outside the pipeline has its own progress alone. */
export function runProgress({ stage, progress }: Pick<Meeting, 'stage' | 'progress'>): RunProgress {
  if (WAITING_STAGES.includes(stage)) return { progress: 0 }
  const at = (PIPELINE_STAGES as readonly string[]).indexOf(stage)
  if (at === -1) return { progress: progress / 100 }
  const before = PIPELINE_STAGES.slice(0, at).reduce((sum, name) => sum + shares[name], 0)
  const whole = before + shares[stage as StageName] * (progress / 100)
  return {
    progress: Math.min(1, Math.round(whole * 10_000) / 10_000),
    stage_number: at + 1,
    stage_count: PIPELINE_STAGES.length,
  }
}
