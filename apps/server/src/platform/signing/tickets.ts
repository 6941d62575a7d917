import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { ExpiryClock } from './expiry-clock'
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
  /** As an `ExpiryClock` writes it. */
  expires: z.string(),
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
export type RecordUse = (id: string, leftMs: number) => Promise<boolean>

const LIFETIME_MS = 60_000

/** Short-lived, single-use admissions, for sockets and downloads that cannot carry a bearer. */
export class Tickets {
  readonly #key: Buffer

  constructor(
    secret: string,
    private readonly recordUse: RecordUse,
    private readonly clock = new ExpiryClock(),
  ) {
    this.#key = deriveKey(secret, 'ticket')
  }

  issue({ lifetimeMs = LIFETIME_MS, claims = {}, ...rest }: TicketRequest): string {
    const ticket: Ticket = { id: randomUUID(), ...rest, claims, expires: this.clock.after(lifetimeMs) }
    const body = Buffer.from(JSON.stringify(ticket)).toString('base64url')
    return `${body}.${sign(this.#key, body)}`
  }

  /** Only a ticket that is valid in every other way is used up. */
  async redeem(text: string | undefined, purpose: string, resource: string): Promise<Ticket | TicketProblem> {
    const [body, signature, ...rest] = text?.split('.') ?? []
    if (!body || !signature || rest.length > 0) return 'missing'
    if (!verify(this.#key, body, signature)) return 'wrong'
    const ticket = ticketSchema.parse(JSON.parse(Buffer.from(body, 'base64url').toString()))
    const leftMs = this.clock.leftMs(ticket.expires)
    // Written so that an end which is no number is over.
    if (!(leftMs > 0)) return 'expired'
    if (ticket.purpose !== purpose || ticket.resource !== resource) return 'other_resource'
    return (await this.recordUse(ticket.id, leftMs)) ? ticket : 'used'
  }
}
