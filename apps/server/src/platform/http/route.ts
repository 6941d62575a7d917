import {
  type CallOf,
  type Endpoint,
  paramsSchema,
  patternOf,
  type ReplyOf,
  statusOf,
} from '@livetap/contract/wire/endpoint'
import type { SocketEndpoint } from '@livetap/contract/wire/socket'
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { WebSocket } from 'ws'
import type { HttpServer } from './create-http-server'
import { holdSocket } from './entry/entry-guard'
import { isAnsweredHere } from './families'

export type EndpointRequest<E extends Endpoint> = Omit<
  FastifyRequest,
  'params' | 'query' | 'body' | 'headers'
> &
  CallOf<E> & { headers: FastifyRequest['headers'] }

type Handler<E extends Endpoint> = (
  request: EndpointRequest<E>,
  reply: FastifyReply,
) => Promise<ReplyOf<E> | FastifyReply>

export interface RouteSettings {
  bodyLimit?: number
  /** False for what may be called as often as it likes. */
  rateLimit?: false
  /** The handler takes the body from `raw` and checks it by itself, because it is too large to be parsed here. */
  readsBody?: true
  /** The handler answers HEAD too; the framework's own HEAD would read the whole answer to learn its length. */
  head?: true
}

/** Answers one call of the contract: its path, entry and schemas are the endpoint's, and the handler is typed by it. */
export function route<E extends Endpoint>(
  server: HttpServer,
  endpoint: E,
  handler: Handler<E>,
  { bodyLimit, rateLimit, readsBody, head }: RouteSettings = {},
): void {
  const { method, entry } = endpoint
  answer(server, endpoint, {
    method: head ? [method, 'HEAD'] : method,
    config: { entry, endpoint, rateLimit },
    schema: schemasOf(readsBody ? withoutBody(endpoint) : endpoint),
    bodyLimit,
    handler: async (request, reply) => {
      reply.code(statusOf(endpoint))
      // The schemas above have given the request its shape. A handler that has answered by `reply` gives nothing here:
      // awaiting a reply gives undefined once it is sent.
      return await server.audited(request, endpoint, () =>
        handler(request as unknown as EndpointRequest<E>, reply),
      )
    },
  })
}

/** Only where its family is answered by this server; the gateway forwards the rest. */
function answer(server: HttpServer, endpoint: Endpoint, options: Omit<RouteOptions, 'url'>): void {
  if (isAnsweredHere(server.families, endpoint)) server.route({ ...options, url: patternOf(endpoint) })
}

const withoutBody = ({ body: _, ...endpoint }: Endpoint): Endpoint => endpoint

const schemasOf = ({ query, headers, body, ...endpoint }: Endpoint) => ({
  params: paramsSchema(endpoint),
  ...(query && { querystring: query }),
  ...(headers && { headers }),
  ...(body && { body }),
})

/** Answers a call that another user reads and answers (the broker, an upstream): the schemas only describe it. */
export function unreadRoute(
  server: HttpServer,
  endpoint: Endpoint,
  handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
): void {
  const { method, entry } = endpoint
  answer(server, endpoint, { method, config: { entry, endpoint, unread: true }, handler })
}

/** Opens one socket of the contract; who enters is known before the handler is called. */
export function socketRoute(
  server: HttpServer,
  socket: SocketEndpoint,
  handler: (socket: WebSocket, request: FastifyRequest) => void,
): void {
  if (!isAnsweredHere(server.families, socket)) return
  const { entry, ticket } = socket
  const { access_ended } = socket.closeCodes
  server.get(
    patternOf(socket),
    { config: { entry, endpoint: socket, ticket }, websocket: true },
    (opened, request) => {
      holdSocket(request, opened, access_ended)
      handler(opened, request)
    },
  )
}

/** `route` for the calls of one server. */
export const routesOf =
  (server: HttpServer) =>
  <E extends Endpoint>(endpoint: E, handler: Handler<E>, settings?: RouteSettings): void =>
    route(server, endpoint, handler, settings)
