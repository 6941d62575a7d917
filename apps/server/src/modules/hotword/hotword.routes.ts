import { families } from '@livetap/contract'
import type { HttpServer } from '../../platform/http/create-http-server'
import { cursorOf, type HotwordService } from './hotword.service'

export const HOTWORD_PURPOSE = 'hotword'
export const hotwordPath = (meetingId: string) =>
  `${families.partner}/web/meetings/${encodeURIComponent(meetingId)}/hotword`

/** The socket that `live_addr` leads to; its ticket is used up before it opens. */
export function hotwordRoutes(server: HttpServer, hotword: HotwordService): void {
  server.get(
    `${families.partner}/web/meetings/:id/hotword`,
    { config: { entry: 'ticket', ticket: { purpose: HOTWORD_PURPOSE, param: 'id' } }, websocket: true },
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
