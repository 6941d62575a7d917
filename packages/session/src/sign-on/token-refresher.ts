import type { CachedToken } from '@livetap/contract'
import type { Scope } from '../scope'
import type { Exclusive } from './exclusive'
import { SignOnError } from './sign-on-error'
import type { TokenCache } from './token-cache'
import type { TokenEndpoint } from './token-endpoint'
import type { UsedRefreshTokens } from './used-refresh-tokens'

const LOCK_NAME = 'livetap.token'
const POLL_MS = 50
const MAX_LAG_MS = 5000

interface Parts {
  cache: TokenCache
  endpoint: TokenEndpoint
  exclusive: Exclusive
  usedTokens: UsedRefreshTokens
  scope: Scope
}

/**
 * Refreshes the cached token, one tab at a time. A refresh token used after its successor ends the session of every tab, so
 * none is: the cache is read again under the lock, and because a tab may read it a moment behind the others, a token is
 * marked as used where all tabs read the same state.
 */
export class TokenRefresher {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** `stale` is the access token held now; while this waits for the lock, its tab may follow another. */
  refresh(stale: string | null): Promise<CachedToken> {
    return this.#parts.exclusive(LOCK_NAME, () => this.#refreshAlone(stale))
  }

  async #refreshAlone(stale: string | null): Promise<CachedToken> {
    const { cache, endpoint, usedTokens } = this.#parts
    const cached = this.#read()
    if (cached.token.access_token !== stale && cache.fitness(cached) === 'usable') return cached
    const { refresh_token } = cached.token
    if (refresh_token === undefined) throw new SignOnError('rejected', 'no refresh token')
    if (await usedTokens.has(refresh_token)) return this.#successorOf(refresh_token)
    const token = await endpoint.refresh(refresh_token)
    // A logout meanwhile, here or in another tab, wins.
    this.#read()
    // A sign-on that does not rotate leaves the refresh token out: the old one stays good.
    const successor = cache.write({ ...token, refresh_token: token.refresh_token ?? refresh_token })
    if (successor.token.refresh_token !== refresh_token) await usedTokens.add(refresh_token)
    return successor
  }

  /** Another tab has the successor already; it only has to become visible here. */
  async #successorOf(refreshToken: string): Promise<CachedToken> {
    for (let waitedMs = 0; waitedMs < MAX_LAG_MS; waitedMs += POLL_MS) {
      await this.#parts.scope.wait(POLL_MS)
      const cached = this.#read()
      if (cached.token.refresh_token !== refreshToken) return cached
    }
    throw new SignOnError('unreachable', 'another tab refreshed the token and it did not arrive here')
  }

  #read(): CachedToken {
    const cached = this.#parts.cache.read()
    if (cached === null) throw new SignOnError('rejected', 'signed out')
    return cached
  }
}
