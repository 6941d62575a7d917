import { asyncApiDocument } from '@livetap/contract/docs/asyncapi'
import { openApiDocument } from '@livetap/contract/docs/openapi'
import { allEndpoints, allSockets } from '@livetap/contract/endpoints/all'
import { getAsyncApi, getOpenApi } from '@livetap/contract/endpoints/docs'
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
