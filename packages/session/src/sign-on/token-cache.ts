import { type CachedToken, cachedTokenSchema, TOKEN_CACHE_KEY, type Token } from '@livetap/contract'

export type TokenStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** What a cached token is still good for. */
export type TokenFitness = 'usable' | 'refreshable' | 'expired'

/** The token in local storage under its fixed key, shared by every tab of this browser. */
export class TokenCache {
  readonly #storage: TokenStorage
  readonly #now: () => number

  constructor(storage: TokenStorage, now: () => number = Date.now) {
    this.#storage = storage
    this.#now = now
  }

  /** Content that is not a token (an older version's, a stranger's) counts as none. */
  read(): CachedToken | null {
    const stored = this.#storage.getItem(TOKEN_CACHE_KEY)
    if (stored === null) return null
    try {
      const parsed = cachedTokenSchema.safeParse(JSON.parse(stored))
      return parsed.success ? parsed.data : null
    } catch {
      return null
    }
  }

  write(token: Token): CachedToken {
    const cached = { token, timestamp: this.#now() }
    this.#storage.setItem(TOKEN_CACHE_KEY, JSON.stringify(cached))
    return cached
  }

  clear(): void {
    this.#storage.removeItem(TOKEN_CACHE_KEY)
  }

  fitness({ token, timestamp }: CachedToken): TokenFitness {
    const ageMs = this.ageMs(timestamp)
    if (ageMs < token.expires_in * 1000) return 'usable'
    if (token.refresh_token !== undefined && ageMs < token.refresh_token_expires_in * 1000)
      return 'refreshable'
    return 'expired'
  }

  /** A clock that jumped back makes a token new, never old: the server has the last word on it. */
  ageMs(timestamp: number): number {
    return Math.max(0, this.#now() - timestamp)
  }
}
