import type { Readable } from 'node:stream'
import { CALL_TIMEOUT_MS, type Family } from '@livetap/contract'
import { getEnv } from '@livetap/contract/calls/env'
import { accessToken, authorize, logout } from '@livetap/contract/calls/sign-on'
import { patternOf } from '@livetap/contract/wire/endpoint'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../platform/config/config'
import type { HttpServer } from '../../platform/http/create-http-server'
import { route, unreadRoute } from '../../platform/http/route'
import { consoleEnv } from './env'
import { forwardHttp } from './forward-http'
import { Tunnels } from './forward-socket'
import { type OutsideSignOn, providerPath, tokenRequestBody } from './outside-sign-on'
import { Upstream } from './upstream'

/** The upstream is the one to judge the caller's authorisation: it is passed on as it came. */
const config = { entry: 'public' } as const
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

export async function gatewayRoutes(
  server: HttpServer,
  settings: Config,
  timeoutMs = CALL_TIMEOUT_MS,
): Promise<void> {
  route(server, getEnv, async request => consoleEnv(settings, server.ownAddresses.originFor(request)))

  const tunnels = new Tunnels()
  server.addHook('preClose', async () => tunnels.closeAll())
  for (const [family, url] of Object.entries(settings.upstreams) as [Family, string][]) {
    const upstream = new Upstream({ family, url, timeoutMs })
    server.addHook('onClose', async () => upstream.close())
    await server.register(async scope => {
      passBodiesThrough(scope)
      if (family === 'authBroker' && settings.signOn.kind === 'outside')
        outsideSignOnRoutes(scope, upstream, settings.signOn)
      familyRoutes(scope, upstream, tunnels)
    })
  }
}

function passBodiesThrough(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
}

function familyRoutes(scope: FastifyInstance, upstream: Upstream, tunnels: Tunnels): void {
  for (const url of [upstream.prefix, `${upstream.prefix}/*`])
    scope.route({
      url,
      method: methods,
      config,
      exposeHeadRoute: false,
      preHandler: async (request, reply) =>
        request.ws ? tunnels.forward(request, reply, upstream, upstream.address(request.url)) : undefined,
      handler: (request, reply) =>
        forwardHttp(request, reply, { upstream, address: upstream.address(request.url) }),
    })
}

function outsideSignOnRoutes(scope: FastifyInstance, upstream: Upstream, signOn: OutsideSignOn): void {
  const rename = providerPath(signOn)
  // The provider's pages need their own origin: the browser is sent there, they are never passed through ours.
  unreadRoute(scope, authorize, async ({ url }, reply) =>
    reply.redirect(upstream.address(url, rename).href, 302),
  )
  unreadRoute(scope, accessToken, async (request, reply) => {
    const body = await tokenRequestBody(
      signOn,
      request.headers['content-type'],
      request.body as Readable | undefined,
    )
    return forwardHttp(request, reply, {
      upstream,
      address: upstream.address(request.url, rename),
      body,
    })
  })
  const end = (request: FastifyRequest, reply: FastifyReply) =>
    forwardHttp(request, reply, { upstream, address: upstream.address(request.url, rename) })
  unreadRoute(scope, logout, end)
  // A provider may end a session when the browser visits the address.
  scope.get(patternOf(logout), { config }, end)
}
