import rateLimit from '@fastify/rate-limit'
import websocket from '@fastify/websocket'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import { WebSocket } from 'ws'
import type { AuditWriter } from '../audit/audit-entry'
import { boundJsonBodies } from '../json/bound-json-bodies'
import type { Log } from '../log/log'
import { openFilesLimit } from '../process/open-files-limit'
import type { RefusedToken } from '../refused-token'
import { noTracing, type Tracing } from '../tracing/tracing'
import { auditCalls } from './audit-calls'
import { answerBrokenRequest } from './connections/broken-request'
import { type ConnectionLimits, connectionLimitsFor, limitConnections } from './connections/connection-limit'
import { RATE_WINDOW_MS, RequestCounts } from './connections/request-counts'
import { lingerForUnreadBodies } from './connections/unread-body'
import { type EntryCheckers, installEntryGuard } from './entry/entry-guard'
import { answer, installErrorAnswers } from './error-answers'
import { ClientError, tooMany, unavailable } from './errors'
import { type FamilyTable, familyTable } from './families'
import { withoutNodePath } from './node-path'
import { type OnAnswer, observeAnswers } from './observe-answers'
import { type OwnAddresses, refuseForeignHosts } from './own-addresses'
import { refuseBrokenValues } from './refuse-broken-values'
import { observeRefusedTokens } from './refused-tokens'
import { installRequestLog } from './request-log'
import { protect } from './security-headers'
import { traceRequests } from './trace-requests'
import { trackingIdOf } from './tracking-id'

const SERVICE_RESTART = 1012
const INTERNAL_ERROR = 1011
const GOODBYE_MS = 500
/** As proxies log it; no status of the standard says this. */
const CLIENT_CLOSED_REQUEST = 499

export interface HttpLimits {
  bodyBytes: number
  headerBytes: number
  /** Of the whole request's arrival; a long upload comes in chunks, each a request of its own. */
  requestMs: number
  /** Of the headers' arrival, from the connection's beginning or the last answer's end. */
  headersMs: number
  /** Between an answer and the next request of the same connection; longer than the minute that proxies keep theirs. */
  idleMs: number
  /** Without a byte in either direction while a request is under way: a reader that does not read. */
  stalledMs: number
  /** Absent: what the process's own limit of descriptors allows. */
  connections?: ConnectionLimits
  requestsPerMinute: number
  socketMessageBytes: number
}

export const defaultLimits: HttpLimits = {
  bodyBytes: 1024 * 1024,
  headerBytes: 16 * 1024,
  requestMs: 300_000,
  headersMs: 15_000,
  idleMs: 65_000,
  stalledMs: 300_000,
  requestsPerMinute: 6000,
  socketMessageBytes: 1024 * 1024,
}

export interface HttpServerOptions extends EntryCheckers {
  log: Log
  https: boolean
  /** Absent: any name is answered, and no route may ask for one. */
  addresses?: OwnAddresses
  /** Addresses and networks of proxies that are believed about who calls, how, and under which name. */
  trustedProxies?: readonly string[]
  /** The path under which a balancer leads to this node: '/nodes/one'. Calls that still carry it, or a sibling's, are answered. */
  nodePath?: string
  /** Absent: every call is answered here. */
  families?: FamilyTable
  limits?: Partial<HttpLimits>
  tracing?: Tracing
  /** Absent: calls leave no entries in the audit log. */
  audit?: AuditWriter
  onRefusedToken?: (token: RefusedToken) => void
  /** For tests: sees every answer of the contract's calls. */
  onAnswer?: OnAnswer
}

declare module 'fastify' {
  interface FastifyInstance {
    families: FamilyTable
    /** Of every caller, for the rate limit. */
    requestCounts: RequestCounts
  }
}

/** Everything a route can count on. Registering a route without `config.entry` throws. */
export type HttpServer = FastifyInstance

export async function createHttpServer({
  log,
  https,
  addresses,
  trustedProxies = [],
  nodePath,
  families = familyTable(),
  limits: given,
  tracing = noTracing,
  audit,
  onRefusedToken,
  onAnswer,
  ...checkers
}: HttpServerOptions): Promise<HttpServer> {
  const limits = { ...defaultLimits, ...given }
  const server: HttpServer = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'trackingId' }),
    genReqId: trackingIdOf,
    bodyLimit: limits.bodyBytes,
    requestTimeout: limits.requestMs,
    connectionTimeout: limits.stalledMs,
    keepAliveTimeout: limits.idleMs,
    http: {
      maxHeaderSize: limits.headerBytes,
      headersTimeout: limits.headersMs,
      connectionsCheckingInterval: Math.ceil(limits.headersMs / 3),
    },
    routerOptions: { maxParamLength: 500 },
    rewriteUrl: withoutNodePath(nodePath),
    trustProxy: trustedProxies.length > 0 && [...trustedProxies],
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    clientErrorHandler: answerBrokenRequest,
    // An address that cannot be routed passes no hook.
    frameworkErrors: (error, request, reply) => {
      protect(request, reply, { https })
      answer(request, reply, error)
    },
  })
  server.setValidatorCompiler(validatorCompiler)
  server.decorate('families', families)

  const connections = limits.connections ?? connectionLimitsFor(openFilesLimit())
  limitConnections(server.server, connections, { log, proxies: trustedProxies })
  installErrorAnswers(server)
  // First of all: what follows reads the caller's address.
  refuseClosedConnections(server)
  installRequestLog(server)
  traceRequests(server, tracing)
  server.addHook('onRequest', async (request, reply) => protect(request, reply, { https }))
  if (addresses)
    refuseForeignHosts(server, addresses, { hasMetricsToken: checkers.metricsToken !== undefined })
  lingerForUnreadBodies(server)
  refuseWhenClosing(server)
  await server.register(websocket, {
    errorHandler: failSocket,
    preClose: closeSocketsLate,
    options: {
      maxPayload: limits.socketMessageBytes,
      perMessageDeflate: false,
      handleProtocols: protocols => selectProtocol(protocols),
    },
  })
  const requestCounts = new RequestCounts()
  server.decorate('requestCounts', requestCounts)
  await server.register(rateLimit, {
    max: limits.requestsPerMinute,
    timeWindow: RATE_WINDOW_MS,
    store: storeOf(requestCounts),
    errorResponseBuilder: (_request, context) => tooMany(Math.max(1, Math.ceil(context.ttl / 1000))),
  })
  boundJsonBodies(server)
  refuseBrokenValues(server)
  observeRefusedTokens(server, onRefusedToken)
  installEntryGuard(server, checkers)
  auditCalls(server, { writer: audit, principalOf: checkers.principalOf })
  if (onAnswer) observeAnswers(server as unknown as FastifyInstance, onAnswer)
  return server
}

/** The plugin makes its store itself. */
const storeOf = (counts: RequestCounts) =>
  class {
    incr(...args: Parameters<RequestCounts['incr']>): void {
      counts.incr(...args)
    }

    child(): RequestCounts {
      return counts.child()
    }
  }

/** A failure inside a socket's handler concerns that socket alone. */
function failSocket(error: Error, socket: WebSocket, request: FastifyRequest): void {
  request.log.error({ err: error }, 'socket failed')
  if (socket.readyState === WebSocket.OPEN) socket.close(INTERNAL_ERROR)
  else socket.terminate()
}

/** Modules say goodbye to their sockets themselves; what is open after that is closed for the same reason. */
function closeSocketsLate(this: FastifyInstance, done: () => void): void {
  const { clients } = this.websocketServer
  setTimeout(() => {
    for (const socket of clients) socket.close(SERVICE_RESTART)
  }, GOODBYE_MS).unref()
  done()
}

/** Sub-protocols can carry a token: only a plain protocol name may ever be echoed. */
function selectProtocol(protocols: Set<string>): string | false {
  for (const name of protocols) if (name.startsWith('livetap.')) return name
  return false
}

/** A request that waited in the parser can outlive its connection; its answer reaches no one. */
function refuseClosedConnections(server: FastifyInstance): void {
  server.addHook('onRequest', async request => {
    if (request.raw.socket.remoteAddress === undefined)
      throw new ClientError(CLIENT_CLOSED_REQUEST, 'The connection was closed')
  })
}

function refuseWhenClosing(server: FastifyInstance): void {
  let closing = false
  server.addHook('preClose', async () => {
    closing = true
  })
  // A kept connection would hold up the stop long after its last answer.
  server.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('connection', 'close')
  })
  server.addHook('onRequest', async () => {
    if (closing) throw unavailable('The server is stopping')
  })
}
