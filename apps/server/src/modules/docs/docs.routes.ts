import { allEndpoints, allSockets } from '@livetap/contract/calls/all'
import { getAsyncApi, getOpenApi } from '@livetap/contract/calls/docs'
import { asyncApiDocument } from '@livetap/contract/docs/asyncapi'
import { openApiDocument } from '@livetap/contract/docs/openapi'
import { version } from '../../../package.json'
import type { HttpServer } from '../../platform/http/create-http-server'
import { route } from '../../platform/http/route'

/** What the wire is, made from the endpoints themselves. */
export function docsRoutes(server: HttpServer): void {
  route(server, getOpenApi, async request =>
    openApiDocument(allEndpoints, { version, origin: server.ownAddresses.originFor(request) }),
  )
  route(server, getAsyncApi, async request =>
    asyncApiDocument(allSockets, { version, origin: server.ownAddresses.originFor(request) }),
  )
}
