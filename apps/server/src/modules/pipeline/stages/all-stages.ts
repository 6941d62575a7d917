import type { Stage } from '../stage'
import { diarizationStage } from './diarization.stage'
import { ensembleStage } from './ensemble.stage'
import { highlightsStage } from './highlights.stage'
import { normaliseStage } from './normalise.stage'
import { peaksStage } from './peaks.stage'
import { probeStage } from './probe.stage'
import { recognitionStage } from './recognition.stage'
import { shardsStage } from './shards.stage'
import { statisticsStage } from './statistics.stage'
import { voiceActivityStage } from './voice-activity.stage'

/** In the order of `STAGES`. */
export const allStages: readonly Stage[] = [
  probeStage,
  normaliseStage,
  peaksStage,
  voiceActivityStage,
  recognitionStage,
  diarizationStage,
  ensembleStage,
  highlightsStage,
  shardsStage,
  statisticsStage,
]
