import type { Endpoint, Entry } from '@livetap/contract/endpoints/endpoint'
import type { SocketEndpoint } from '@livetap/contract/endpoints/socket'
import type { Ticket } from '../signing/tickets'

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
    /** The call of the contract that the route answers; absent for pages and files. */
    endpoint?: Endpoint | SocketEndpoint
    /** Somebody else reads the call and makes its answer. */
    unread?: boolean
    ticket?: SocketEndpoint['ticket']
  }
  interface FastifyRequest {
    /** Of the caller, on routes entered by bearer; reading it elsewhere throws. */
    principal: Principal
    /** Of the caller, on routes entered by ticket. */
    ticket: Ticket | null
  }
}
