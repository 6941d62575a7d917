export { asrModule } from './asr.module'
export type { AsrLimits } from './asr-limits'
