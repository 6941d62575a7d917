import { asrSubProtocolPrefix, enginesAnswerSchema, families } from '@livetap/contract'
import type { EngineRegistry } from '@livetap/speech'
import type { HttpServer } from '../../platform/http/create-http-server'
import { newTrackingId } from '../../platform/http/tracking-id'
import type { AsrGateway } from './asr.service'

const config = { entry: 'bearer' } as const

/** The socket itself; its token was verified before it opened, and only the plain protocol name is echoed. */
export function asrSocketRoutes(server: HttpServer, gateway: AsrGateway): void {
  server.get(families.asr, { config, websocket: true }, (socket, request) => {
    const offered = String(request.headers['sec-websocket-protocol'] ?? '')
      .split(',')
      .map(name => name.trim())
    const value = (prefix: string) => offered.find(name => name.startsWith(prefix))?.slice(prefix.length)
    gateway.accept(socket, {
      principal: request.principal,
      engine: value(asrSubProtocolPrefix.engine) ?? '',
      trackingId: value(asrSubProtocolPrefix.tracking) ?? newTrackingId(),
    })
  })
}

export function enginesRoutes(server: HttpServer, engines: EngineRegistry): void {
  server.get(
    `${families.partner}/web/engines`,
    { config, schema: { response: { 200: enginesAnswerSchema } } },
    async () => ({ engines: await engines.list() }),
  )
}
