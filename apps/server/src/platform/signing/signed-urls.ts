import { deriveKey } from './sealed-key'
import { sign, verify } from './signature'

export type SignedUrlProblem = 'missing' | 'expired' | 'wrong'

/**
 * Addresses of this origin that open without a bearer (a media element sends none) until they expire. The whole
 * path and query are signed: nothing in them can be exchanged for something else.
 */
export class SignedUrls {
  readonly #key: Buffer

  constructor(
    secret: string,
    private readonly now: () => number = Date.now,
  ) {
    this.#key = deriveKey(secret, 'signed-url')
  }

  /** `pathAndQuery` as the browser will ask for it, already encoded. */
  sign(pathAndQuery: string, lifetimeMs: number): string {
    const expires = Math.ceil((this.now() + lifetimeMs) / 1000)
    const unsigned = `${pathAndQuery}${pathAndQuery.includes('?') ? '&' : '?'}expires=${expires}`
    return `${unsigned}&signature=${sign(this.#key, unsigned)}`
  }

  problem(pathAndQuery: string): SignedUrlProblem | undefined {
    const match = /^(.*[?&]expires=(\d{1,15}))&signature=([\w-]{43})$/.exec(pathAndQuery)
    if (!match) return 'missing'
    const [, unsigned, expires, signature] = match as unknown as [string, string, string, string]
    if (!verify(this.#key, unsigned, signature)) return 'wrong'
    return Number(expires) * 1000 <= this.now() ? 'expired' : undefined
  }
}
