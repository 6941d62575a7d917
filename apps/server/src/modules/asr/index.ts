export { asrModule } from './asr.module'
export { asrSocketRoutes } from './asr.routes'
export { AsrGateway } from './asr.service'
export type { AsrLimits } from './asr-limits'
