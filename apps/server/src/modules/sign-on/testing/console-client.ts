import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { accessToken, authorize, logout, usersMe } from '@livetap/contract/calls/sign-on'
import { pathOf } from '@livetap/contract/wire/endpoint'
import { Browser, type Visit } from './browser'

export interface TokenAnswer {
  status: number
  access_token: string
  refresh_token: string
  expires_in: number
  refresh_token_expires_in: number
  token_type: string
  error?: string
}

/** Signs in as the console does, step by step, so that a test can stop or go wrong at any of them. */
export class ConsoleClient {
  readonly browser: Browser
  readonly verifier = randomBytes(32).toString('base64url')
  readonly state = randomBytes(16).toString('base64url')

  constructor(
    readonly origin: string,
    browser?: Browser,
  ) {
    this.browser = browser ?? new Browser(origin)
  }

  authorizeUrl(changes: Record<string, string | undefined> = {}): string {
    const parameters: Record<string, string | undefined> = {
      client_id: 'livetap-console',
      response_type: 'code',
      redirect_uri: `${this.origin}/`,
      scope: 'openid profile email offline_access',
      state: this.state,
      code_challenge: createHash('sha256').update(this.verifier).digest('base64url'),
      code_challenge_method: 'S256',
      ...changes,
    }
    const given = Object.entries(parameters).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    )
    return `${pathOf(authorize)}?${new URLSearchParams(given)}`
  }

  authorize(changes: Record<string, string | undefined> = {}): Promise<Visit> {
    return this.browser.follow(this.authorizeUrl(changes))
  }

  submit(page: Visit, email: string, password: string, headers: Record<string, string> = {}): Promise<Visit> {
    const action = /<form method="post" action="([^"]+)"/.exec(page.body)?.[1]
    if (!action) throw new Error(`no form at ${page.url}: ${page.status} ${page.body}`)
    return this.browser.follow(action, {
      method: 'POST',
      headers,
      body: new URLSearchParams({ email, password }),
    })
  }

  token(parameters: Record<string, string>): Promise<TokenAnswer> {
    return this.#post({ client_id: 'livetap-console', ...parameters })
  }

  exchange(arrived: Visit, changes: Record<string, string> = {}): Promise<TokenAnswer> {
    const code = new URL(arrived.url).searchParams.get('code')
    if (!code) throw new Error(`no code: ${arrived.status} ${arrived.url} ${arrived.body}`)
    return this.token({
      grant_type: 'authorization_code',
      code,
      redirect_uri: `${this.origin}/`,
      code_verifier: this.verifier,
      ...changes,
    })
  }

  refresh(refreshToken: string): Promise<TokenAnswer> {
    return this.token({ grant_type: 'refresh_token', refresh_token: refreshToken })
  }

  /** The server does its work and its answer never arrives, as when the network goes away. */
  async loseRefreshAnswer(refreshToken: string): Promise<void> {
    const form = { client_id: 'livetap-console', grant_type: 'refresh_token', refresh_token: refreshToken }
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const call = request(`${this.origin}${pathOf(accessToken)}`, { method: 'POST', headers })
    call.end(String(new URLSearchParams(form)))
    // The first byte of the answer says that the work is done; nothing of it is read.
    await once(call, 'response')
    call.destroy()
  }

  async signIn(email: string, password: string): Promise<TokenAnswer> {
    return this.exchange(await this.submit(await this.authorize(), email, password))
  }

  async logout(token: string): Promise<number> {
    const { status } = await this.browser.open(pathOf(logout), {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    })
    return status
  }

  me(token: string | undefined): Promise<Response> {
    return fetch(`${this.origin}${pathOf(usersMe)}`, {
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    })
  }

  async #post(form: Record<string, string>): Promise<TokenAnswer> {
    const { status, body } = await this.browser.open(pathOf(accessToken), {
      method: 'POST',
      headers: { accept: 'application/json' },
      body: new URLSearchParams(form),
    })
    return { ...(JSON.parse(body) as TokenAnswer), status }
  }
}
