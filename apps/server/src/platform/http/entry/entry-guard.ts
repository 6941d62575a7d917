import { timingSafeEqual } from 'node:crypto'
import { type Entry, entries } from '@livetap/contract/wire/endpoint'
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestAsyncHookHandler,
  RouteOptions,
} from 'fastify'
import type { WebSocket } from 'ws'
import type { AccessGuard, Grant } from '../../access'
import type { Principal } from '../../principal'
import { type TokenProblem, tokenRefused } from '../../refused-token'
import type { SignedUrls } from '../../signing/signed-urls'
import type { TicketProblem, Tickets } from '../../signing/tickets'
import { unauthorized } from '../errors'
import { questionOf } from './access-question'
import { bearerCandidates } from './bearer-token'
import type { Authenticator } from './entry'
import { HeldEntries, type HeldEntry } from './held-entries'
import { ownTokenOf } from './own-tokens'

export interface EntryCheckers {
  authenticator: Authenticator
  signedUrls: SignedUrls
  tickets: Tickets
  metricsToken: string | undefined
  /** Who a ticket or a signed address was issued to, as it is now; nothing when the session has ended. */
  principalOf: (sessionId: string) => Promise<Principal | undefined>
  /** Absent: who has entered may do everything. */
  access?: AccessGuard
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
    /** What is open by a right that can be taken away. */
    heldEntries: HeldEntries
  }
}

const GOODBYE_MS = 1000

type Guard = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

const principals = new WeakMap<FastifyRequest, Principal>()
/** By any door: who the request was let in as. */
const entered = new WeakMap<FastifyRequest, Principal>()

const grants = new WeakMap<FastifyRequest, Grant | undefined>()

/** Who calls, where it is known: nothing for a call that was refused before, or is entered in another way. */
export const callerOf = (request: FastifyRequest): Principal | undefined => principals.get(request)

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
  server.decorateRequest('grant', {
    getter(this: FastifyRequest) {
      return grants.get(this)
    },
  })
  const { access, principalOf } = checkers
  const onProblem = (err: unknown) =>
    server.log.warn({ err }, 'deciding again about an open connection failed')
  const held = new HeldEntries(access && { access, principalOf, onProblem })
  server.decorate('heldEntries', held)
  const guards = createGuards(checkers, held)
  const stops = [
    checkers.onSessionEnded?.(sessionId => held.sessionEnded(sessionId)),
    access?.onChanged(change => void held.changed(change)),
  ]
  server.addHook('onClose', async () => {
    for (const stop of stops) stop?.()
  })
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
    addOnRequest(route, async (request, reply) => {
      await guards[entry](request, reply)
      const principal = entered.get(request)
      const question = principal && questionOf(request)
      if (question) grants.set(request, await access?.assertMay(principal, question))
    })
  })
}

/**
 * Keeps a socket only as long as its caller's session goes on and it may do what it was opened for. `closeCode` is the
 * contract's for a right that was taken away; the end of a session is the module's own to tell.
 */
export function holdSocket(request: FastifyRequest, socket: WebSocket, closeCode: number): void {
  const principal = entered.get(request)
  if (!principal) return
  const close = (reason: 'session' | 'access') => {
    if (reason === 'access') closeNow(socket, closeCode)
  }
  const release = request.server.heldEntries.hold({
    sessionId: principal.sessionId,
    principal,
    question: questionOf(request),
    close,
  })
  socket.once('close', release)
}

/** Says why, and waits no longer for the other end's goodbye: until it comes, a socket is still read from. */
function closeNow(socket: WebSocket, closeCode: number): void {
  socket.close(closeCode)
  // One that is paused reads no goodbye.
  socket.resume()
  const timer = setTimeout(() => socket.terminate(), GOODBYE_MS)
  timer.unref()
  socket.once('close', () => clearTimeout(timer))
}

/** Behind the rate limit (which is added to the route before): a flood of bad tokens is stopped there. */
function addOnRequest(route: RouteOptions, guard: onRequestAsyncHookHandler): void {
  const before = route.onRequest === undefined ? [] : [route.onRequest].flat()
  route.onRequest = [...before, guard] as typeof route.onRequest
}

function createGuards(
  { authenticator, signedUrls, tickets, metricsToken, principalOf }: EntryCheckers,
  held: HeldEntries,
): Record<Entry, Guard> {
  return {
    public: async () => {},

    async bearer(request) {
      const given = bearerCandidates(request.headers, request.ws === true)
      for (const token of given) {
        const principal = await authenticator.authenticate(token)
        if (!principal) continue
        principals.set(request, principal)
        entered.set(request, principal)
        return
      }
      if (given.length === 0) throw unauthorized()
      throw tokenRefused(
        unauthorized(),
        ownTokenOf(request.headers, request.ws === true) ?? 'bearer',
        'unknown',
      )
    },

    async 'signed-url'(request, reply) {
      const signed = signedUrls.read(request.url)
      if (signed === 'expired')
        throw tokenRefused(unauthorized('This address has expired'), 'signed address', 'expired')
      if (typeof signed === 'string')
        throw tokenRefused(unauthorized('This address is not signed'), 'signed address', 'forged')
      const { sessionId } = signed
      const entry: HeldEntry = { sessionId, question: questionOf(request), close: () => reply.raw.destroy() }
      // Held before the session is read: one that ends in between is cut.
      reply.raw.once('close', held.hold(entry))
      const principal = await principalOf(sessionId)
      if (!principal) throw tokenRefused(unauthorized('This session has ended'), 'signed address', 'ended')
      entry.principal = principal
      entered.set(request, principal)
    },

    async ticket(request) {
      const { purpose, param } = request.routeOptions.config.ticket!
      const resource = (request.params as Record<string, string>)[param] ?? ''
      const given = (request.query as Record<string, unknown>).ticket
      const ticket = await tickets.redeem(typeof given === 'string' ? given : undefined, purpose, resource)
      if (typeof ticket === 'string')
        throw tokenRefused(unauthorized('This ticket is not valid'), 'ticket', ticketProblems[ticket])
      const principal = await principalOf(ticket.sessionId)
      if (!principal) throw tokenRefused(unauthorized('This session has ended'), 'ticket', 'ended')
      request.ticket = ticket
      entered.set(request, principal)
    },

    async operator(request) {
      const given = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
      if (metricsToken && given && same(given, metricsToken)) return
      if (given === undefined && isLoopback(request.ip) && !isForwarded(request)) return
      throw unauthorized('For operators: call from this machine, or with the metrics token')
    },
  }
}

const ticketProblems = {
  missing: 'forged',
  wrong: 'forged',
  expired: 'expired',
  other_resource: 'moved',
  used: 'used',
} as const satisfies Record<TicketProblem, TokenProblem>

/** Headers arrive as one character per byte, regardless of what the caller meant by them. */
function same(given: string, expected: string): boolean {
  const [bytes, wanted] = [Buffer.from(given, 'latin1'), Buffer.from(expected)]
  return bytes.length === wanted.length && timingSafeEqual(bytes, wanted)
}

/** By a proxy on this machine, which speaks for callers elsewhere. */
const isForwarded = ({ headers }: FastifyRequest) =>
  ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'].some(name => headers[name] !== undefined)

const isLoopback = (ip: string) => ip === '::1' || /^(::ffff:)?127\./.test(ip)
