import type { Ticket } from '../signing/tickets'

/** How a route is entered; every route declares one. */
export type Entry = 'bearer' | 'signed-url' | 'ticket' | 'operator' | 'public'
export const entries: readonly Entry[] = ['bearer', 'signed-url', 'ticket', 'operator', 'public']

/** Who is signed in, as the sign-on knows them. */
export interface Principal {
  userId: string
  userName: string
  emails: string[]
  sessionId: string
  /** Epoch milliseconds. */
  tokenExpiresAt: number
}

/** Answers null for a token that is unknown, expired, or whose session has ended. */
export interface Authenticator {
  authenticate(token: string): Promise<Principal | null>
}

declare module 'fastify' {
  interface FastifyContextConfig {
    entry?: Entry
    /** With entry 'ticket': what its tickets are for, and the path parameter that names the thing they open. */
    ticket?: { purpose: string; param: string }
  }
  interface FastifyRequest {
    /** Of the caller, on routes entered by bearer; reading it elsewhere throws. */
    principal: Principal
    /** Of the caller, on routes entered by ticket. */
    ticket: Ticket | null
  }
}
