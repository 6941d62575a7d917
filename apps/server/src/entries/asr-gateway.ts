/** The ASR gateway without the rest of the server, to be measured alone. */
export { asrSocketRoutes } from '../modules/asr/asr.routes'
export { AsrGateway } from '../modules/asr/asr.service'
export { readAudioText, toSamples } from '../modules/asr/audio-frame'
export { createHttpServer } from '../platform/http/create-http-server'
export { createLog } from '../platform/log/log'
export { Metrics } from '../platform/metrics/metrics'
