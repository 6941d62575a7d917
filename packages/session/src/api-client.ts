import { CALL_TIMEOUT_MS, type Family, families, texts } from '@livetap/contract'
import { ApiError, errorFromAnswer } from './api-error'

/** A zod schema is one; anything with `safeParse` will do. */
export interface AnswerSchema<T> {
  safeParse(input: unknown): { success: true; data: T } | { success: false; error: { message: string } }
}

export type Query = Record<string, string | number | boolean | null | undefined>

export interface CallOptions<T> {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Under the family's base, already filled and encoded. */
  path: string
  /** Empty values are left out. */
  query?: Query
  /** FormData, Blob and text go as they are; anything else as JSON. */
  body?: unknown
  headers?: Record<string, string>
  /** What the answer must look like. Without it the answer is dropped. */
  schema?: AnswerSchema<T>
  signal?: AbortSignal
  timeoutMs?: number
}

/** The gateway's families, and `origin` for what lies outside them (`/env`) and needs no token. */
export type ApiFamily = Family | 'origin'

export interface ApiClientOptions {
  /** Where this page comes from; every family hangs below it. Empty in a browser. */
  origin?: string
  /** The access token of now, null while nobody is signed in. */
  token: () => string | null
  /**
   * Called once when an answer is 401; true means a newer token is there and the call is made again.
   * `rejected` is the token that was refused.
   */
  renew?: (rejected: string) => Promise<boolean>
  fetch?: typeof fetch
  timeoutMs?: number
}

/** Every call of the console goes through here: prefix, token, timeout, cancellation, errors, validation. */
export class ApiClient {
  readonly #options: ApiClientOptions
  readonly #fetch: typeof fetch
  #bases: Readonly<Record<ApiFamily, string>>

  constructor(options: ApiClientOptions) {
    this.#options = options
    this.#bases = { ...families, origin: '' }
    this.#fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init))
  }

  /** Moves a family, as the environment configuration may ask. */
  rebase(bases: Partial<Record<ApiFamily, string>>): void {
    this.#bases = { ...this.#bases, ...bases }
  }

  url(family: ApiFamily, path: string, query: Query = {}): string {
    const search = new URLSearchParams()
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined && value !== null && value !== '') search.set(name, String(value))
    }
    const tail = search.size > 0 ? `?${search}` : ''
    const base = this.#bases[family].replace(/\/$/, '')
    const origin = base.includes('://') ? '' : (this.#options.origin ?? '')
    return `${origin}${base}${path}${tail}`
  }

  async call<T = void>(family: ApiFamily, options: CallOptions<T>): Promise<T> {
    const isOpen = family === 'origin'
    const token = this.#options.token()
    if (!isOpen && token === null) throw new ApiError('auth-not-ready', texts.access.authNotReady)
    try {
      return await this.#send(family, options, isOpen ? null : token)
    } catch (error) {
      const refused = error instanceof ApiError && error.reason === 'unauthorized'
      if (!refused || isOpen || token === null || !this.#options.renew) throw error
      if (!(await this.#options.renew(token))) throw error
      return await this.#send(family, options, this.#options.token())
    }
  }

  async #send<T>(family: ApiFamily, options: CallOptions<T>, token: string | null): Promise<T> {
    const url = this.url(family, options.path, options.query)
    const cancelled = new ApiError('cancelled', texts.access.callCancelled)
    if (options.signal?.aborted) throw cancelled
    const timeout = new ApiError('timeout', texts.access.callTimeout(url))
    const abort = new AbortController()
    const timer = setTimeout(
      () => abort.abort(timeout),
      options.timeoutMs ?? this.#options.timeoutMs ?? CALL_TIMEOUT_MS,
    )
    const onCancel = () => abort.abort(cancelled)
    options.signal?.addEventListener('abort', onCancel, { once: true })
    try {
      const { body, type } = encodeBody(options.body)
      const answer = await this.#fetch(url, {
        method: options.method ?? 'GET',
        headers: {
          accept: 'application/json',
          ...(type && { 'content-type': type }),
          ...(token !== null && { authorization: `Bearer ${token}` }),
          ...options.headers,
        },
        ...(body !== undefined && { body }),
        signal: abort.signal,
      })
      const content = parseContent(await answer.text())
      if (!answer.ok) throw errorFromAnswer(answer.status, content, answer.headers)
      return readAnswer(content, options.schema, url, answer.status)
    } catch (error) {
      if (abort.signal.aborted) throw abort.signal.reason
      if (error instanceof ApiError) throw error
      throw new ApiError('network', error instanceof Error ? error.message : String(error))
    } finally {
      clearTimeout(timer)
      options.signal?.removeEventListener('abort', onCancel)
    }
  }
}

function encodeBody(body: unknown): { body?: BodyInit; type?: string } {
  if (body === undefined || body === null) return {}
  if (typeof body === 'string') return { body, type: 'text/plain; charset=utf-8' }
  if (body instanceof FormData || body instanceof Blob || body instanceof URLSearchParams) return { body }
  if (body instanceof ArrayBuffer || ArrayBuffer.isView(body)) return { body: body as BodyInit }
  return { body: JSON.stringify(body), type: 'application/json' }
}

function parseContent(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function readAnswer<T>(
  content: unknown,
  schema: AnswerSchema<T> | undefined,
  url: string,
  status: number,
): T {
  if (!schema) return undefined as T
  const parsed = schema.safeParse(content)
  if (parsed.success) return parsed.data
  const description = `Unexpected answer from ${url.split('?')[0]}: ${parsed.error.message.slice(0, 300)}`
  throw new ApiError('invalid-answer', description, { status, description })
}
