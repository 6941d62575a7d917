import { asrSubProtocolPrefix } from '@livetap/contract'
import { asrSocket } from '@livetap/contract/sockets/asr-socket'
import type { HttpServer } from '../../platform/http/create-http-server'
import { socketRoute } from '../../platform/http/route'
import { newTrackingId } from '../../platform/http/tracking-id'
import type { AsrGateway } from './asr.service'

/** The socket itself; its token was verified before it opened, and only the plain protocol name is echoed. */
export function asrSocketRoutes(server: HttpServer, gateway: AsrGateway): void {
  socketRoute(server, asrSocket, (socket, request) => {
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
