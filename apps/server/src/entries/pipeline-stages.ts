/** The stages of the pipeline without queue and database, to be measured alone. */
export { inParallel } from '../modules/pipeline/runs/in-parallel'
export { PcmFile } from '../modules/pipeline/runs/pcm-file'
export { CHANNELS_FILE, type RunFiles, trackFile } from '../modules/pipeline/runs/run-files'
export type { Parts, StageContext } from '../modules/pipeline/stage'
export type { StageName, StageOutputs } from '../modules/pipeline/stage-outputs'
export { allStages } from '../modules/pipeline/stages/all-stages'
