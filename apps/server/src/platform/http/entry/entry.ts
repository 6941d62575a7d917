import type { Endpoint, Entry } from '@livetap/contract/wire/endpoint'
import type { SocketEndpoint } from '@livetap/contract/wire/socket'
import type { Grant } from '../../access'
import type { Principal } from '../../principal'
import type { Ticket } from '../../signing/tickets'

/** Answers null for a token that is unknown, expired, or whose session has ended. */
export interface Authenticator {
  authenticate(token: string): Promise<Principal | null>
}

declare module 'fastify' {
  interface FastifyContextConfig {
    entry?: Entry
    /** The call of the contract that the route answers; absent for pages and files. */
    endpoint?: Endpoint | SocketEndpoint
    /** Another user reads the call and makes its answer. */
    unread?: boolean
    ticket?: SocketEndpoint['ticket']
  }
  interface FastifyRequest {
    /** Of the caller, on routes entered by bearer; reading it elsewhere throws. */
    principal: Principal
    /** Of the caller, on routes entered by ticket. */
    ticket: Ticket | null
    /** What was read to let the caller in; nothing where no one was asked. */
    grant: Grant | undefined
  }
}
