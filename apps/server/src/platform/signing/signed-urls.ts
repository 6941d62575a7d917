import { ExpiryClock } from './expiry-clock'
import { deriveKey } from './sealed-key'
import { sign, verify } from './signature'

export type SignedUrlProblem = 'missing' | 'expired' | 'wrong'

type Groups = [all: string, unsigned: string, session: string, expires: string, signature: string]

export interface SignedUrlRequest {
  /** The session that asked: the address opens only while it goes on. */
  sessionId: string
  lifetimeMs: number
}

/**
 * Addresses of this origin that open without a bearer (a media element sends none) until they expire or their session
 * ends. The whole path and query are signed: nothing in them can be exchanged for something else.
 */
export class SignedUrls {
  readonly #key: Buffer

  constructor(
    secret: string,
    private readonly clock = new ExpiryClock(),
  ) {
    this.#key = deriveKey(secret, 'signed-url')
  }

  /** `pathAndQuery` as the browser will ask for it, already encoded. */
  sign(pathAndQuery: string, { sessionId, lifetimeMs }: SignedUrlRequest): string {
    const start = `${pathAndQuery}${pathAndQuery.includes('?') ? '&' : '?'}`
    const unsigned = `${start}session=${encodeURIComponent(sessionId)}&expires=${this.clock.after(lifetimeMs)}`
    return `${unsigned}&signature=${sign(this.#key, unsigned)}`
  }

  /** The session that the address was signed for, or why it opens nothing. */
  read(pathAndQuery: string): { sessionId: string } | SignedUrlProblem {
    const match = /^(.*[?&]session=([^&]*)&expires=([\w.-]{1,60}))&signature=([\w-]{43})$/.exec(pathAndQuery)
    if (!match) return 'missing'
    const [, unsigned, session, expires, signature] = match as unknown as Groups
    if (!verify(this.#key, unsigned, signature)) return 'wrong'
    return this.clock.leftMs(expires) > 0 ? { sessionId: decodeURIComponent(session) } : 'expired'
  }
}
