import type { IncomingMessage } from 'node:http'
import { accessToken, authorize } from '@livetap/contract/calls/sign-on'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '../../../platform/http/errors'
import { unreadRoute } from '../../../platform/http/route'
import { assertKeepableParameters } from '../pending/authorize-limits'
import type { Broker } from './broker'
import { BROKER_PREFIX, brokerPaths } from './broker-paths'
import { pinAddress, pinOrigin } from './broker-request'

/** Hands everything below the prefix that no route of ours takes to the provider, unread. */
export const brokerMount =
  (broker: Broker): FastifyPluginAsync =>
  async app => {
    // The provider reads bodies itself, within its own limit.
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', (_request, _payload, done) => done(null))

    const provide = broker.provider.callback()
    const handler = async (request: FastifyRequest, reply: FastifyReply) => {
      // The router matched the decoded path: cut from another spelling, the rest would be another address.
      if (!request.url.startsWith(`${BROKER_PREFIX}/`)) throw notFound()
      const raw: IncomingMessage & { originalUrl?: string } = request.raw
      const isAuthorize = request.url.split('?')[0] === `${BROKER_PREFIX}${brokerPaths.authorize}`
      // A form would get past the length of an address; the console begins a sign-in by going there.
      if (isAuthorize && request.method !== 'GET') throw notFound()
      if (isAuthorize) assertKeepableParameters(request.query as Record<string, unknown>)
      pinOrigin(raw, broker)
      pinAddress(raw, request.ip)
      // A failed exchange is for a program, regardless of what it says it accepts.
      if (request.routeOptions.config.endpoint === accessToken) raw.headers.accept = 'application/json'
      raw.originalUrl = raw.url
      raw.url = raw.url!.slice(BROKER_PREFIX.length)
      for (const [name, value] of Object.entries(reply.getHeaders()))
        if (value !== undefined) reply.raw.setHeader(name, value)
      reply.hijack()
      await provide(raw, reply.raw)
    }
    for (const endpoint of [authorize, accessToken]) unreadRoute(app, endpoint, handler)
    app.route({
      method: ['GET', 'POST'],
      url: `${BROKER_PREFIX}/*`,
      config: { entry: 'public' },
      handler,
    })
  }
