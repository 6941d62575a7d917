import { timingSafeEqual } from 'node:crypto'
import { type Entry, entries } from '@livetap/contract/endpoints/endpoint'
import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler, RouteOptions } from 'fastify'
import type { Principal } from '../principal'
import type { SignedUrls } from '../signing/signed-urls'
import type { Tickets } from '../signing/tickets'
import { bearerCandidates } from './bearer-token'
import type { Authenticator } from './entry'
import { unauthorized } from './errors'

export interface Doors {
  authenticator: Authenticator
  signedUrls: SignedUrls
  tickets: Tickets
  metricsToken: string | undefined
  /** Whether the session that a ticket was issued in still goes on. Absent: a ticket stands for itself. */
  isSessionLive?: (sessionId: string) => Promise<boolean>
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

type Guard = (request: FastifyRequest) => Promise<void>

const principals = new WeakMap<FastifyRequest, Principal>()

/** A route that does not say how it is entered cannot be registered; one that does is guarded before its body is read. */
export function installEntryGuard(server: FastifyInstance, doors: Doors): void {
  server.decorateRequest('principal', {
    getter(this: FastifyRequest) {
      const principal = principals.get(this)
      if (!principal) throw new Error(`${this.routeOptions.url} is not entered by bearer`)
      return principal
    },
  })
  server.decorateRequest('ticket', null)
  const guards = createGuards(doors)
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
    addOnRequest(route, async request => guards[entry](request))
  })
}

/** Behind the rate limit (which is added to the route before): a flood of bad tokens is stopped there. */
function addOnRequest(route: RouteOptions, guard: onRequestAsyncHookHandler): void {
  const before = route.onRequest === undefined ? [] : [route.onRequest].flat()
  route.onRequest = [...before, guard] as typeof route.onRequest
}

function createGuards({
  authenticator,
  signedUrls,
  tickets,
  metricsToken,
  isSessionLive,
}: Doors): Record<Entry, Guard> {
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

    async 'signed-url'(request) {
      const problem = signedUrls.problem(request.url)
      if (problem === 'expired') throw unauthorized('This address has expired')
      if (problem) throw unauthorized('This address is not signed')
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
      if (given === undefined && isLoopback(request.ip)) return
      throw unauthorized('For operators: call from this machine, or with the metrics token')
    },
  }
}

/** Headers arrive as one character per byte, whatever the caller meant by them. */
function same(given: string, expected: string): boolean {
  const [bytes, wanted] = [Buffer.from(given, 'latin1'), Buffer.from(expected)]
  return bytes.length === wanted.length && timingSafeEqual(bytes, wanted)
}

const isLoopback = (ip: string) => ip === '::1' || /^(::ffff:)?127\./.test(ip)
