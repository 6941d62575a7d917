import { changeAccess, createShare, deleteShare, listShares } from '@livetap/contract/calls/access'
import type { HttpServer } from '../../../platform/http/create-http-server'
import { routesOf } from '../../../platform/http/route'
import type { SharesService } from './shares.service'

export function sharesRoutes(server: HttpServer, shares: SharesService): void {
  const on = routesOf(server)
  on(listShares, async ({ params }) => shares.list(params.id))
  on(createShare, async request => {
    const { params, body, principal } = request
    return await shares.create(params.id, body, principal, server.ownAddresses.originFor(request))
  })
  on(deleteShare, async ({ params }) => shares.remove(params.id, params.shareId))
  on(changeAccess, async ({ params, body }) => shares.change(params.id, body))
}
