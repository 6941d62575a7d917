import { type CachedToken, TOKEN_REFRESH_LEAD_MS, type Token } from '@livetap/contract'
import { Scope } from '../scope'
import { Watched } from '../store'
import { type Exclusive, exclusiveInProcess } from './exclusive'
import { PendingSignInStore } from './pending-sign-in'
import { challengeOf, newState, newVerifier } from './pkce'
import { safeReturnPath } from './return-path'
import type { SignOnConfig } from './sign-on-config'
import { SignOnError } from './sign-on-error'
import { TokenCache, type TokenStorage } from './token-cache'
import { TokenEndpoint } from './token-endpoint'
import { TokenRefresher } from './token-refresher'
import { type UsedRefreshTokens, usedTokensInProcess } from './used-refresh-tokens'

const LOGOUT_LOCK = 'livetap.logout'
const RETRY_MS = 10_000
/** Bounds the pace when a sign-on hands out tokens without a lifetime. */
const MIN_DELAY_MS = 1000

export interface SignOnOptions {
  config: SignOnConfig
  /** Local storage: the token cache, shared by all tabs. */
  storage: TokenStorage
  /** Session storage: the sign-in under way in this tab. */
  tabStorage: TokenStorage
  origin: string
  fetch?: typeof fetch
  exclusive?: Exclusive
  usedTokens?: UsedRefreshTokens
  now?: () => number
  warn?: (message: string, reason: string) => void
}

export interface Entry {
  /** Null when no one is signed in: not a failure. */
  token: string | null
  /** Where the user wanted to go, when this entry is the way back from the sign-on. */
  returnPath: string | null
}

/**
 * Signing in, staying signed in and signing out, without a framework. The access token lives here; the
 * cache is shared with the other tabs, which are followed regardless of what they do.
 */
export class SignOn extends Watched {
  readonly #config: SignOnConfig
  readonly #origin: string
  readonly #cache: TokenCache
  readonly #pending: PendingSignInStore
  readonly #endpoint: TokenEndpoint
  readonly #refresher: TokenRefresher
  readonly #exclusive: Exclusive
  readonly #warn: (message: string, reason: string) => void
  readonly #scope = new Scope()
  #current: CachedToken | null = null
  #stopTimer: () => void = () => {}
  #refreshing: Promise<void> | undefined

  constructor(options: SignOnOptions) {
    super()
    this.#config = options.config
    this.#origin = options.origin
    this.#cache = new TokenCache(options.storage, options.now)
    this.#pending = new PendingSignInStore(options.tabStorage)
    this.#endpoint = new TokenEndpoint(options.config, options.fetch ?? ((input, init) => fetch(input, init)))
    this.#exclusive = options.exclusive ?? exclusiveInProcess()
    this.#refresher = new TokenRefresher({
      cache: this.#cache,
      endpoint: this.#endpoint,
      exclusive: this.#exclusive,
      usedTokens: options.usedTokens ?? usedTokensInProcess(),
      scope: this.#scope,
    })
    this.#warn = options.warn ?? (() => {})
  }

  readonly accessToken = (): string | null => this.#current?.token.access_token ?? null

  /** The way in: an answer of the sign-on in `href`, else the cache, refreshed where it must be. */
  async enter(href: string): Promise<Entry> {
    const query = new URL(href, this.#origin).searchParams
    const refusal = query.get('error')
    if (refusal !== null) {
      this.#pending.take()
      throw new SignOnError('refused', query.get('error_description') || refusal)
    }
    const code = query.get('code')
    if (code !== null) return this.#enterByCode(code, query.get('state'))
    return { token: await this.#enterByCache(), returnPath: null }
  }

  /** The address that starts a sign-in; what it needs on the way back is kept in this tab. */
  async begin(returnPath: string): Promise<string> {
    await this.#logoutsDone()
    const pending = {
      state: newState(),
      verifier: newVerifier(),
      returnPath: safeReturnPath(returnPath, this.#origin),
    }
    const challenge = await challengeOf(pending.verifier)
    this.#pending.put(pending)
    const url = new URL(this.#config.authorizeUrl)
    url.search = new URLSearchParams({
      response_type: 'code',
      client_id: this.#config.clientId,
      redirect_uri: this.#config.redirectUri,
      scope: this.#config.scopes,
      state: pending.state,
      code_challenge: challenge,
      code_challenge_method: 'S256',
    }).toString()
    return url.href
  }

  /** A call was refused with `rejected`. True when a newer token is there; false signs out for good. */
  readonly renew = async (rejected: string): Promise<boolean> => {
    if (this.accessToken() !== rejected) return this.accessToken() !== null
    try {
      await this.#refresh()
      return true
    } catch (error) {
      this.#warn('access token was refused and could not be refreshed', reasonOf(error))
      if (error instanceof SignOnError && error.reason === 'rejected') this.#drop()
      return false
    }
  }

  /** This browser is signed out at once, whether or not the sign-on can be reached. */
  async logout(): Promise<void> {
    const token = this.accessToken()
    this.#drop()
    if (token === null) return
    const ended = this.#endpoint.logout(token).catch(error => {
      this.#warn('logout did not reach the sign-on', reasonOf(error))
    })
    await this.#exclusive(LOGOUT_LOCK, () => ended).catch(() => ended)
  }

  /** Another tab wrote the cache: follow it, signed in or out. */
  readonly followCache = (): void => {
    const cached = this.#cache.read()
    if (cached === null) this.#hold(null)
    else if (cached.token.access_token !== this.accessToken() && this.#cache.fitness(cached) === 'usable')
      this.#hold(cached)
  }

  /** After a sleep the timer may be late: look at the clock again. */
  readonly wake = (): void => {
    if (this.#current) this.#schedule(this.#current)
  }

  dispose(): void {
    this.#scope.dispose()
  }

  /** A session still open at the sign-on would sign the user straight in again, without a question. */
  async #logoutsDone(): Promise<void> {
    await this.#exclusive(LOGOUT_LOCK, async () => {}).catch(() => {})
  }

  async #enterByCode(code: string, state: string | null): Promise<Entry> {
    const pending = this.#pending.take()
    if (pending === null || pending.state !== state)
      throw new SignOnError('exchange_failed', 'this sign-in was not started here')
    try {
      const token = await this.#endpoint.exchange(code, pending.verifier)
      this.#keep(token)
      return { token: token.access_token, returnPath: safeReturnPath(pending.returnPath, this.#origin) }
    } catch (error) {
      throw new SignOnError('exchange_failed', error instanceof Error ? error.message : String(error))
    }
  }

  async #enterByCache(): Promise<string | null> {
    const cached = this.#cache.read()
    const fitness = cached && this.#cache.fitness(cached)
    if (cached === null || fitness === 'expired') {
      this.#cache.clear()
      this.#hold(null)
      return null
    }
    if (fitness === 'usable') {
      this.#hold(cached)
      return cached.token.access_token
    }
    this.#current = cached
    try {
      await this.#refresh()
      return this.accessToken()
    } catch (error) {
      this.#current = null
      if (error instanceof SignOnError && error.reason === 'rejected') this.#cache.clear()
      throw error
    }
  }

  #refresh(): Promise<void> {
    const stale = this.accessToken()
    this.#refreshing ??= this.#refresher
      .refresh(stale)
      .then(cached => {
        if (this.#cache.read() === null) throw new SignOnError('rejected', 'signed out')
        this.#hold(cached)
      })
      .finally(() => {
        this.#refreshing = undefined
      })
    return this.#refreshing
  }

  async #refreshInBackground(): Promise<void> {
    try {
      await this.#refresh()
    } catch (error) {
      this.#warn('token refresh failed', reasonOf(error))
      const isOver = error instanceof SignOnError && error.reason === 'rejected'
      if (!isOver && this.#current)
        this.#stopTimer = this.#scope.timeout(() => void this.#refreshInBackground(), RETRY_MS)
    }
  }

  #keep(token: Token): void {
    this.#hold(this.#cache.write(token))
  }

  #drop(): void {
    this.#cache.clear()
    this.#hold(null)
  }

  #hold(cached: CachedToken | null): void {
    const changed = cached?.token.access_token !== this.#current?.token.access_token
    this.#current = cached
    this.#stopTimer()
    if (cached) this.#schedule(cached)
    if (changed) this.changed()
  }

  #schedule({ token, timestamp }: CachedToken): void {
    this.#stopTimer()
    if (token.refresh_token === undefined) return
    const lifetimeMs = token.expires_in * 1000
    // A lifetime shorter than the lead would refresh without end: half of it is early enough.
    const leadMs = Math.min(TOKEN_REFRESH_LEAD_MS, lifetimeMs / 2)
    const delayMs = Math.max(MIN_DELAY_MS, lifetimeMs - leadMs - this.#cache.ageMs(timestamp))
    this.#stopTimer = this.#scope.timeout(() => void this.#refreshInBackground(), delayMs)
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
