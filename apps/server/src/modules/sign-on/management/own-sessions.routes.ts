import { endOtherSessions, endSession, listSessions } from '@livetap/contract/calls/accounts'
import type { HttpServer } from '../../../platform/http/create-http-server'
import { routesOf } from '../../../platform/http/route'
import type { OwnSessions } from './own-sessions.service'

export function ownSessionsRoutes(server: HttpServer, sessions: OwnSessions): void {
  const on = routesOf(server)
  on(listSessions, async ({ principal }) => ({ sessions: await sessions.list(principal) }))
  on(endSession, async ({ principal, params }) => sessions.end(principal, params.id))
  on(endOtherSessions, async ({ principal }) => sessions.endOthers(principal))
}
