import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { deriveKey } from './sealed-key'
import { sign, verify } from './signature'

const ticketSchema = z.object({
  id: z.string(),
  /** What kind of door it opens, e.g. 'hotword'. */
  purpose: z.string(),
  /** Which one of them, e.g. a meeting's id. */
  resource: z.string(),
  userId: z.string(),
  sessionId: z.string(),
  /** What its issuer wants to find again when it is used. */
  claims: z.record(z.string(), z.string()),
  expiresAt: z.number(),
})
export type Ticket = z.infer<typeof ticketSchema>

export type TicketProblem = 'missing' | 'wrong' | 'expired' | 'other_resource' | 'used'

export interface TicketRequest {
  purpose: string
  resource: string
  userId: string
  sessionId: string
  claims?: Record<string, string>
  lifetimeMs?: number
}

/** Answers false when the id was recorded before. */
export type RecordUse = (id: string, expiresAt: Date) => Promise<boolean>

const LIFETIME_MS = 60_000

/** Short-lived, single-use admissions, for sockets and downloads that cannot carry a bearer. */
export class Tickets {
  readonly #key: Buffer

  constructor(
    secret: string,
    private readonly recordUse: RecordUse,
    private readonly now: () => number = Date.now,
  ) {
    this.#key = deriveKey(secret, 'ticket')
  }

  issue({ lifetimeMs = LIFETIME_MS, claims = {}, ...rest }: TicketRequest): string {
    const ticket: Ticket = { id: randomUUID(), ...rest, claims, expiresAt: this.now() + lifetimeMs }
    const body = Buffer.from(JSON.stringify(ticket)).toString('base64url')
    return `${body}.${sign(this.#key, body)}`
  }

  /** Only a ticket that is valid in every other way is used up. */
  async redeem(text: string | undefined, purpose: string, resource: string): Promise<Ticket | TicketProblem> {
    const [body, signature, ...rest] = text?.split('.') ?? []
    if (!body || !signature || rest.length > 0) return 'missing'
    if (!verify(this.#key, body, signature)) return 'wrong'
    const ticket = ticketSchema.parse(JSON.parse(Buffer.from(body, 'base64url').toString()))
    if (ticket.expiresAt <= this.now()) return 'expired'
    if (ticket.purpose !== purpose || ticket.resource !== resource) return 'other_resource'
    return (await this.recordUse(ticket.id, new Date(ticket.expiresAt))) ? ticket : 'used'
  }
}
