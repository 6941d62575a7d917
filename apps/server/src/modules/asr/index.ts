export { asrSocketRoutes, enginesRoutes } from './asr.routes'
export { AsrGateway, type AsrGatewayOptions } from './asr.service'
export { type AsrLimits, defaultAsrLimits } from './asr-limits'
