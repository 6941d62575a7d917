import { AFTER_PARAM, families } from '@livetap/contract'
import type { HttpServer } from '../../platform/http/create-http-server'
import type { LiveRoomService } from './live-room.service'

export const LIVE_ROOM_PURPOSE = 'hotword'
export const liveRoomPath = (meetingId: string) =>
  `${families.partner}/web/meetings/${encodeURIComponent(meetingId)}/hotword`

/** The socket that `live_addr` leads to; its ticket is used up before it opens. */
export function liveRoomRoutes(server: HttpServer, hotword: LiveRoomService): void {
  server.get(
    `${families.partner}/web/meetings/:id/hotword`,
    { config: { entry: 'ticket', ticket: { purpose: LIVE_ROOM_PURPOSE, param: 'id' } }, websocket: true },
    (socket, request) => {
      const { resource, userId, sessionId, claims } = request.ticket!
      const caller = {
        meetingId: resource,
        clientId: claims.clientId ?? userId,
        userName: claims.userName ?? '',
        sessionId,
      }
      hotword.accept(socket, caller, cursorOf(request.query as Record<string, unknown>))
    },
  )
}

/** The cursor of a reconnect; anything that is no number is none. */
function cursorOf(query: Record<string, unknown>): number | undefined {
  const given = query[AFTER_PARAM]
  return typeof given === 'string' && /^\d{1,15}$/.test(given) ? Number(given) : undefined
}
