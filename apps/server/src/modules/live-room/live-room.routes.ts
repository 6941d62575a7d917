import { AFTER_PARAM } from '@livetap/contract'
import { hotwordSocket } from '@livetap/contract/sockets/hotword-socket'
import type { HttpServer } from '../../platform/http/create-http-server'
import { socketRoute } from '../../platform/http/route'
import type { LiveRoomService } from './live-room.service'

/** The socket that `live_addr` leads to; its ticket is used up before it opens. */
export function liveRoomRoutes(server: HttpServer, hotword: LiveRoomService): void {
  socketRoute(server, hotwordSocket, (socket, request) => {
    const { resource, userId, sessionId, claims } = request.ticket!
    const caller = {
      meetingId: resource,
      clientId: claims.clientId ?? userId,
      userId,
      userName: claims.userName ?? '',
      sessionId,
      listensOnly: claims.listensOnly === 'yes',
    }
    const { traceparent } = request.headers
    hotword.accept(socket, caller, {
      after: cursorOf(request.query as Record<string, unknown>),
      traceparent: typeof traceparent === 'string' ? traceparent : undefined,
    })
  })
}

/** The cursor of a reconnect; anything that is not a number counts as absent. */
function cursorOf(query: Record<string, unknown>): number | undefined {
  const given = query[AFTER_PARAM]
  return typeof given === 'string' && /^\d{1,15}$/.test(given) ? Number(given) : undefined
}
