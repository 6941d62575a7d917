import { setTimeout as wait } from 'node:timers/promises'
import { type Endpoint, prefixOf, type QueryValues, queryText } from '@livetap/contract/wire/endpoint'
import { fillPath } from '@livetap/contract/wire/fill-path'
import { ConsoleClient, type TokenAnswer } from '@livetap/server/testing'
import type { OutageMeter } from './outage-meter'

export interface Call {
  params?: Record<string, string>
  query?: QueryValues
  body?: unknown
  headers?: Record<string, string>
}

/** What a client may wait for: the longest fault, and the recovery after it. */
const PATIENCE_MS = 180_000
const CALL_MS = 20_000
const RETRY_MS = 300
const SIGN_IN_MS = 20_000
/** Of a token's time: then the next one is asked for, as the console does. */
const RENEWED_AFTER = 0.6
/** A balancer answers these for a node that died with the call: what became of it is not known. */
const fromBalancer = new Set([502, 504])

/** What an answer that should not have been given was, by its text. */
export class WrongAnswers {
  readonly counts = new Map<string, number>()

  add(text: string): void {
    this.counts.set(text, (this.counts.get(text) ?? 0) + 1)
  }
}

/** One user of the installation, who tries again for as long as it is away. */
export class FaultClient {
  #token = ''
  #signingIn: Promise<TokenAnswer> | undefined
  #renewal: NodeJS.Timeout | undefined

  constructor(
    readonly operation: string,
    readonly origin: string,
    private readonly account: { email: string; password: string },
    private readonly meter: OutageMeter,
    private readonly wrong: WrongAnswers,
  ) {}

  get token(): string {
    return this.#token
  }

  /** Once for all that ask meanwhile. */
  signIn(): Promise<TokenAnswer> {
    this.#signingIn ??= this.withRetry(async () => {
      const { email, password } = this.account
      const signal = AbortSignal.timeout(SIGN_IN_MS)
      const late = new Promise<never>((_, reject) =>
        signal.addEventListener('abort', () => reject(new Error('no answer to the sign-in')), { once: true }),
      )
      const tokens = await Promise.race([new ConsoleClient(this.origin).signIn(email, password), late])
      if (!tokens.access_token) throw new Error('signed in without a token')
      this.#token = tokens.access_token
      clearTimeout(this.#renewal)
      const renewMs = tokens.expires_in * 1_000 * RENEWED_AFTER
      this.#renewal = setTimeout(() => void this.signIn().catch(() => undefined), renewMs)
      return tokens
    }).finally(() => {
      this.#signingIn = undefined
    })
    return this.#signingIn
  }

  close(): void {
    clearTimeout(this.#renewal)
  }

  /** One call as it is answered; rejects when no answer comes. */
  async call(endpoint: Endpoint, call: Call = {}): Promise<Response> {
    const answer = await this.#send(endpoint, call)
    if (answer.status !== 401 || !this.#token) return answer
    await this.signIn()
    return await this.#send(endpoint, call)
  }

  async #send(endpoint: Endpoint, { params = {}, query, body, headers }: Call = {}): Promise<Response> {
    const path = prefixOf(endpoint.family) + fillPath(endpoint.path, params) + queryText(query)
    const isRaw = body instanceof Uint8Array || body === undefined
    const answer = await fetch(this.origin + path, {
      method: endpoint.method,
      signal: AbortSignal.timeout(CALL_MS),
      headers: {
        authorization: `Bearer ${this.#token}`,
        ...(!isRaw && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: isRaw ? (body as Uint8Array<ArrayBuffer> | undefined) : JSON.stringify(body),
    })
    if (answer.status >= 500 && answer.status !== 503 && !fromBalancer.has(answer.status))
      this.wrong.add(
        `${endpoint.name} answered ${answer.status}: ${(await answer.clone().text()).slice(0, 160)}`,
      )
    return answer
  }

  /** Asks again until it is answered with a success; for calls that may be made twice. */
  async ask<T>(endpoint: Endpoint, call: Call = {}): Promise<T> {
    return await this.withRetry(async () => {
      const answer = await this.call(endpoint, call)
      if (!answer.ok) throw await this.#refused(endpoint, answer)
      return (await answer.json()) as T
    })
  }

  /** Once: the answer of a success, or undefined where it is not known whether it was done. */
  async once<T>(endpoint: Endpoint, call: Call = {}): Promise<T | undefined> {
    try {
      const answer = await this.call(endpoint, call)
      if (answer.ok) return (await answer.json().catch(() => ({}))) as T
      throw await this.#refused(endpoint, answer)
    } catch (error) {
      if (error instanceof RefusedError && error.isLasting) throw error
      return undefined
    }
  }

  /** Does it again until it works, and measures how long it did not. */
  async withRetry<T>(work: () => Promise<T>): Promise<T> {
    const deadline = performance.now() + PATIENCE_MS
    let end: (() => void) | undefined
    for (;;) {
      try {
        const result = await work()
        end?.()
        return result
      } catch (error) {
        end ??= this.meter.begin(this.operation)
        if ((error instanceof RefusedError && error.isLasting) || performance.now() > deadline) {
          end()
          throw error
        }
        await wait(RETRY_MS)
      }
    }
  }

  async #refused(endpoint: Endpoint, answer: Response): Promise<RefusedError> {
    return new RefusedError(endpoint.name, answer.status, (await answer.text()).slice(0, 200))
  }
}

const passing = new Set([401, 408, 429, 500, 502, 503, 504])

export class RefusedError extends Error {
  constructor(
    endpoint: string,
    readonly status: number,
    text: string,
  ) {
    super(`${endpoint} answered ${status}: ${text}`)
  }

  /** Asking again would be answered the same way. */
  get isLasting(): boolean {
    return !passing.has(this.status)
  }
}
