import { CALL_TIMEOUT_MS, TOKEN_REFRESH_GRACE_MS, type Token, tokenSchema } from '@livetap/contract'
import type { SignOnConfig } from './sign-on-config'
import { SignOnError } from './sign-on-error'

/** Short enough that a refresh without an answer is tried twice more while the sign-on still takes the same refresh token. */
const REFRESH_TIMEOUT_MS = TOKEN_REFRESH_GRACE_MS / 4

/** Talks to the sign-on's token and logout addresses. Errors carry its words, never a token. */
export class TokenEndpoint {
  readonly #config: SignOnConfig
  readonly #fetch: typeof fetch

  constructor(config: SignOnConfig, fetcher: typeof fetch) {
    this.#config = config
    this.#fetch = fetcher
  }

  exchange(code: string, verifier: string): Promise<Token> {
    return this.#token({
      grant_type: 'authorization_code',
      code,
      redirect_uri: this.#config.redirectUri,
      code_verifier: verifier,
    })
  }

  refresh(refreshToken: string): Promise<Token> {
    const fields = { grant_type: 'refresh_token', refresh_token: refreshToken }
    return this.#token(fields, REFRESH_TIMEOUT_MS)
  }

  /** Arrives even when its page is closed or left meanwhile. */
  async logout(accessToken: string): Promise<void> {
    const answer = await this.#post(
      this.#config.logoutUrl,
      { access_token: accessToken },
      { headers: { authorization: `Bearer ${accessToken}` }, keepalive: true },
    )
    if (!answer.ok) throw new SignOnError('unreachable', `logout answered ${answer.status}`)
  }

  async #token(fields: Record<string, string>, timeoutMs?: number): Promise<Token> {
    const form = { client_id: this.#config.clientId, ...fields }
    const answer = await this.#post(this.#config.tokenUrl, form, { timeoutMs })
    const body: unknown = await answer.json().catch(() => undefined)
    if (!answer.ok) {
      const reason = answer.status >= 400 && answer.status < 429 ? 'rejected' : 'unreachable'
      throw new SignOnError(reason, describe(body) ?? `sign-on answered ${answer.status}`)
    }
    const parsed = tokenSchema.safeParse(body)
    if (!parsed.success) throw new SignOnError('unreachable', 'sign-on answered without a token')
    return parsed.data
  }

  async #post(
    url: string,
    fields: Record<string, string>,
    {
      headers,
      timeoutMs = CALL_TIMEOUT_MS,
      ...rest
    }: { headers?: Record<string, string>; keepalive?: boolean; timeoutMs?: number } = {},
  ): Promise<Response> {
    try {
      return await this.#fetch(url, {
        ...rest,
        method: 'POST',
        headers: { accept: 'application/json', ...headers },
        body: new URLSearchParams(fields),
        signal: AbortSignal.timeout(timeoutMs),
      })
    } catch (error) {
      throw new SignOnError('unreachable', error instanceof Error ? error.message : String(error))
    }
  }
}

/** OAuth's error fields, or the console's own error shape. */
function describe(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  const { error, error_description, errors } = body as Record<string, unknown>
  const first = Array.isArray(errors)
    ? (errors[0] as Record<string, unknown> | undefined)?.description
    : undefined
  return [error_description, first, error].find(
    (text): text is string => typeof text === 'string' && text !== '',
  )
}
