import type { Readable } from 'node:stream'
import { CALL_TIMEOUT_MS, type Family } from '@livetap/contract'
import { getEnv } from '@livetap/contract/calls/env'
import { accessToken, authorize, logout } from '@livetap/contract/calls/sign-on'
import { patternOf } from '@livetap/contract/wire/endpoint'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../platform/config/config'
import type { HttpServer } from '../../platform/http/create-http-server'
import { bearerCandidates } from '../../platform/http/entry/bearer-token'
import { ownTokenOf } from '../../platform/http/entry/own-tokens'
import { unauthorized } from '../../platform/http/errors'
import { route, unreadRoute } from '../../platform/http/route'
import { tokenRefused } from '../../platform/refused-token'
import { consoleEnv } from './env'
import { forwardHttp } from './forward-http'
import { Tunnels } from './forward-socket'
import {
  authorizeAddress,
  type NamedEndpoints,
  type OutsideSignOn,
  tokenAddress,
  tokenRequestBody,
} from './outside-sign-on'
import { Upstream } from './upstream'

/** The upstream is the one to judge the caller's authorisation: it is passed on as it came. */
const config = { entry: 'public' } as const
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

export async function gatewayRoutes(
  server: HttpServer,
  settings: Config,
  provider?: NamedEndpoints,
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
      scope.addHook('onRequest', refuseOwnTokens)
      if (family === 'authBroker' && settings.signOn.kind === 'outside')
        outsideSignOnRoutes(scope, upstream, settings.signOn, provider)
      familyRoutes(scope, upstream, tunnels)
    })
  }
}

function passBodiesThrough(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
}

/** Keys and links mean something here alone: no one else may learn them. */
const refuseOwnTokens = async ({ headers, ws }: FastifyRequest) => {
  const kind = ownTokenOf(headers, ws === true)
  if (kind) throw tokenRefused(unauthorized(), kind, 'moved')
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

function outsideSignOnRoutes(
  scope: FastifyInstance,
  upstream: Upstream,
  signOn: OutsideSignOn,
  provider: NamedEndpoints | undefined,
): void {
  // The provider's pages need their own origin: the browser is sent there, they are never passed through ours.
  unreadRoute(scope, authorize, async ({ url }, reply) =>
    reply.redirect(await authorizeAddress(signOn, provider, url), 302),
  )
  unreadRoute(scope, accessToken, async (request, reply) => {
    const { address, wantsBasic } = await tokenAddress(signOn, provider)
    const body = await tokenRequestBody(signOn, {
      contentType: request.headers['content-type'],
      content: request.body as Readable | undefined,
      wantsBasic,
    })
    return forwardHttp(request, reply, { upstream, address, body })
  })
  const end = async (request: FastifyRequest, reply: FastifyReply) => {
    if (signOn.endpoints.logout) {
      const address = new URL(signOn.endpoints.logout)
      address.search = request.url.split('?').slice(1).join('?')
      return forwardHttp(request, reply, { upstream, address })
    }
    const [token] = bearerCandidates(request.headers, false)
    if (!token) throw unauthorized()
    await provider!.revoke(token)
    return reply.send({})
  }
  unreadRoute(scope, logout, end)
  // A provider may end a session when the browser visits the address.
  scope.get(patternOf(logout), { config }, end)
}
