import { accessToken, authorize, logout } from '@livetap/contract/calls/sign-on'
import { pathOf } from '@livetap/contract/wire/endpoint'
import { challengeOf } from './pkce'
import type { SignOnConfig } from './sign-on-config'

/** A sign-on server with PKCE, one-time codes and rotating refresh tokens, scripted to fail on demand. */
export class ScriptedSignOn {
  readonly config: SignOnConfig = {
    authorizeUrl: `https://console.test${pathOf(authorize)}`,
    tokenUrl: `https://console.test${pathOf(accessToken)}`,
    logoutUrl: `https://console.test${pathOf(logout)}`,
    clientId: 'console',
    scopes: 'openid',
    redirectUri: 'https://console.test/',
  }
  readonly requests: string[] = []
  readonly loggedOut: string[] = []
  refreshes = 0
  reused = false
  readonly #lifetimes: object
  readonly #challenges = new Map<string, string>()
  #issued = 0
  #failure: Response | undefined
  #held: Promise<void> | undefined
  #losing = 0
  #lost: { refreshToken: string; answer: Response } | undefined

  constructor({ withoutLifetimes = false } = {}) {
    this.#lifetimes = withoutLifetimes ? {} : { expires_in: 600, refresh_token_expires_in: 3600 }
  }

  /** The user signs in; the answer is the address the browser is sent back to. */
  authorize(address: URL): string {
    const code = `code-${this.#challenges.size + 1}`
    this.#challenges.set(code, address.searchParams.get('code_challenge') ?? '')
    const back = new URL(address.searchParams.get('redirect_uri')!)
    back.search = new URLSearchParams({ code, state: address.searchParams.get('state')! }).toString()
    return back.href
  }

  failNext(status: number, body: object): void {
    this.#failure = Response.json(body, { status })
  }

  /** The next so many refreshes are done, and their answers never arrive: the same refresh token gets the same answer again. */
  loseNext(count: number): void {
    this.#losing = count
  }

  holdNext(): () => void {
    let release = () => {}
    this.#held = new Promise(resolve => {
      release = resolve
    })
    return release
  }

  readonly fetch: typeof fetch = async (input, init) => {
    this.requests.push(String(input))
    const fields = new URLSearchParams(init?.body as URLSearchParams)
    const held = this.#held
    this.#held = undefined
    const failure = this.#failure
    this.#failure = undefined
    if (failure) return failure
    const answer = String(input) === this.config.logoutUrl ? this.#logout(fields) : await this.#token(fields)
    await held
    if (this.#losing > 0) {
      this.#losing -= 1
      this.#lost ??= { refreshToken: fields.get('refresh_token') ?? '', answer }
      return new Promise((_, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
      })
    }
    return answer
  }

  #logout(fields: URLSearchParams): Response {
    this.loggedOut.push(fields.get('access_token') ?? '')
    return new Response(null, { status: 204 })
  }

  async #token(fields: URLSearchParams): Promise<Response> {
    if (fields.get('grant_type') === 'refresh_token') {
      if (this.#lost && fields.get('refresh_token') === this.#lost.refreshToken)
        return this.#lost.answer.clone()
      if (fields.get('refresh_token') !== `refresh-${this.#issued}`) {
        this.reused = true
        return Response.json({ error: 'invalid_grant' }, { status: 400 })
      }
      this.refreshes += 1
      return this.#issue()
    }
    const code = fields.get('code') ?? ''
    const challenge = this.#challenges.get(code)
    this.#challenges.delete(code)
    if (challenge !== (await challengeOf(fields.get('code_verifier') ?? '')))
      return Response.json({ error: 'invalid_grant' }, { status: 400 })
    return this.#issue()
  }

  #issue(): Response {
    this.#issued += 1
    return Response.json({
      access_token: `access-${this.#issued}`,
      refresh_token: `refresh-${this.#issued}`,
      token_type: 'Bearer',
      ...this.#lifetimes,
    })
  }
}
