import { timingSafeEqual } from 'node:crypto'
import { type Entry, entries } from '@livetap/contract/wire/endpoint'
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestAsyncHookHandler,
  RouteOptions,
} from 'fastify'
import type { Principal } from '../../principal'
import type { SignedUrls } from '../../signing/signed-urls'
import type { Tickets } from '../../signing/tickets'
import { AnswersOfSessions } from '../answers-of-sessions'
import { unauthorized } from '../errors'
import { bearerCandidates } from './bearer-token'
import type { Authenticator } from './entry'

export interface EntryCheckers {
  authenticator: Authenticator
  signedUrls: SignedUrls
  tickets: Tickets
  metricsToken: string | undefined
  /** Whether the session that a ticket or a signed address was issued in still goes on. Absent: they stand for themselves. */
  isSessionLive?: (sessionId: string) => Promise<boolean>
  /** Tells of sessions that end; returns what stops that. Answers to their signed addresses are cut. */
  onSessionEnded?: (listener: (sessionId: string) => void) => () => void
}

export interface RouteEntry {
  methods: string[]
  url: string
  entry: Entry
  websocket: boolean
  ticketPurpose: string | undefined
  /** The name of the contract's call; undefined for pages and files. */
  endpoint: string | undefined
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Every registered route and how it is entered. */
    routeTable: RouteEntry[]
  }
}

type Guard = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

const principals = new WeakMap<FastifyRequest, Principal>()

/** A route that does not say how it is entered cannot be registered; one that does is guarded before its body is read. */
export function installEntryGuard(server: FastifyInstance, checkers: EntryCheckers): void {
  server.decorateRequest('principal', {
    getter(this: FastifyRequest) {
      const principal = principals.get(this)
      if (!principal) throw new Error(`${this.routeOptions.url} is not entered by bearer`)
      return principal
    },
  })
  server.decorateRequest('ticket', null)
  const answers = new AnswersOfSessions()
  const guards = createGuards(checkers, answers)
  const stopListening = checkers.onSessionEnded?.(sessionId => answers.cut(sessionId))
  server.addHook('onClose', async () => stopListening?.())
  const routeTable: RouteEntry[] = []
  server.decorate('routeTable', routeTable)
  server.addHook('onRoute', route => {
    const entry = route.config?.entry
    if (!entry || !entries.includes(entry))
      throw new Error(`${String(route.method)} ${route.url} declares no entry`)
    if (entry === 'ticket' && !route.config?.ticket)
      throw new Error(`${route.url} is entered by ticket and does not say which`)
    routeTable.push({
      methods: [route.method].flat(),
      url: route.url,
      entry,
      websocket: route.websocket === true || route.wsHandler !== undefined,
      ticketPurpose: route.config?.ticket?.purpose,
      endpoint: route.config?.endpoint?.name,
    })
    addOnRequest(route, async (request, reply) => guards[entry](request, reply))
  })
}

/** Behind the rate limit (which is added to the route before): a flood of bad tokens is stopped there. */
function addOnRequest(route: RouteOptions, guard: onRequestAsyncHookHandler): void {
  const before = route.onRequest === undefined ? [] : [route.onRequest].flat()
  route.onRequest = [...before, guard] as typeof route.onRequest
}

function createGuards(
  { authenticator, signedUrls, tickets, metricsToken, isSessionLive }: EntryCheckers,
  answers: AnswersOfSessions,
): Record<Entry, Guard> {
  return {
    public: async () => {},

    async bearer(request) {
      for (const token of bearerCandidates(request.headers, request.ws === true)) {
        const principal = await authenticator.authenticate(token)
        if (!principal) continue
        principals.set(request, principal)
        return
      }
      throw unauthorized()
    },

    async 'signed-url'(request, reply) {
      const signed = signedUrls.read(request.url)
      if (signed === 'expired') throw unauthorized('This address has expired')
      if (typeof signed === 'string') throw unauthorized('This address is not signed')
      // Held before the session is read: one that ends in between is cut.
      answers.hold(signed.sessionId, reply.raw)
      if (isSessionLive && !(await isSessionLive(signed.sessionId)))
        throw unauthorized('This session has ended')
    },

    async ticket(request) {
      const { purpose, param } = request.routeOptions.config.ticket!
      const resource = (request.params as Record<string, string>)[param] ?? ''
      const given = (request.query as Record<string, unknown>).ticket
      const ticket = await tickets.redeem(typeof given === 'string' ? given : undefined, purpose, resource)
      if (typeof ticket === 'string') throw unauthorized('This ticket is not valid')
      if (isSessionLive && !(await isSessionLive(ticket.sessionId)))
        throw unauthorized('This session has ended')
      request.ticket = ticket
    },

    async operator(request) {
      const given = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
      if (metricsToken && given && same(given, metricsToken)) return
      if (given === undefined && isLoopback(request.ip) && !isForwarded(request)) return
      throw unauthorized('For operators: call from this machine, or with the metrics token')
    },
  }
}

/** Headers arrive as one character per byte, regardless of what the caller meant by them. */
function same(given: string, expected: string): boolean {
  const [bytes, wanted] = [Buffer.from(given, 'latin1'), Buffer.from(expected)]
  return bytes.length === wanted.length && timingSafeEqual(bytes, wanted)
}

/** By a proxy on this machine, which speaks for callers elsewhere. */
const isForwarded = ({ headers }: FastifyRequest) =>
  ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'].some(name => headers[name] !== undefined)

const isLoopback = (ip: string) => ip === '::1' || /^(::ffff:)?127\./.test(ip)
