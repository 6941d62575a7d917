import { CALL_TIMEOUT_MS, families, texts } from '@livetap/contract'
import {
  type AnswerOf,
  type ApiFamily,
  type BulkEndpoint,
  type Endpoint,
  type InputOf,
  type QueryValues,
  queryText,
  readingOf,
} from '@livetap/contract/wire/endpoint'
import { fillPath } from '@livetap/contract/wire/fill-path'
import { ApiError, errorFromAnswer } from './api-error'

/** A zod schema is one; anything with `safeParse` will do. */
export interface AnswerSchema<T> {
  safeParse(input: unknown): { success: true; data: T } | { success: false; error: { message: string } }
}

export interface CallOptions {
  signal?: AbortSignal
  timeoutMs?: number
  /** Sent also when the page is left at the same moment. */
  outlivesPage?: boolean
  /** The headers of a good answer: where its next page is. */
  onHeaders?: (headers: Headers) => void
}

type AnyInput = {
  params?: Record<string, unknown>
  query?: QueryValues
  headers?: Record<string, string>
  body?: unknown
}

export interface ApiClientOptions {
  /** Where this page comes from; every family hangs below it. Empty in a browser. */
  origin?: string
  /** The access token of now, null while no one is signed in. */
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

  /** Where a call of this endpoint goes. */
  url(
    { family, path }: Pick<Endpoint, 'family' | 'path'>,
    { params = {}, query = {} }: AnyInput = {},
  ): string {
    const base = this.#bases[family].replace(/\/$/, '')
    const origin = base.includes('://') ? '' : (this.#options.origin ?? '')
    return `${origin}${base}${fillPath(path, params)}${queryText(query)}`
  }

  /** An answer that its schema can be asked about whole. */
  call<E extends Endpoint & { bulk?: never }>(
    endpoint: E,
    input: InputOf<E>,
    options: CallOptions = {},
  ): Promise<AnswerOf<E>> {
    return this.#call(endpoint, input as AnyInput, readingOf(endpoint) as AnswerSchema<AnswerOf<E>>, options)
  }

  /** A call that is done once it is answered: what the answer says does not matter. */
  send<E extends Endpoint>(endpoint: E, input: InputOf<E>, options: CallOptions = {}): Promise<void> {
    return this.#call(endpoint, input as AnyInput, undefined, options)
  }

  /** An answer too large for its schema, by a reader of its own. */
  read<E extends BulkEndpoint, T>(
    endpoint: E,
    input: InputOf<E>,
    reader: AnswerSchema<T>,
    options: CallOptions = {},
  ): Promise<T> {
    return this.#call(endpoint, input as AnyInput, reader, options)
  }

  async #call<T>(
    endpoint: Endpoint,
    input: AnyInput,
    schema: AnswerSchema<T> | undefined,
    options: CallOptions,
  ): Promise<T> {
    const isOpen = endpoint.entry === 'public'
    const token = this.#options.token()
    if (!isOpen && token === null) throw new ApiError('auth_not_ready', texts.access.authNotReady)
    const send = (bearer: string | null) => this.#send(endpoint, input, schema, options, bearer)
    try {
      return await send(isOpen ? null : token)
    } catch (error) {
      const refused = error instanceof ApiError && error.reason === 'unauthorized'
      if (!refused || isOpen || token === null || !this.#options.renew) throw error
      if (!(await this.#options.renew(token))) throw error
      return await send(this.#options.token())
    }
  }

  async #send<T>(
    endpoint: Endpoint,
    input: AnyInput,
    schema: AnswerSchema<T> | undefined,
    options: CallOptions,
    token: string | null,
  ): Promise<T> {
    const url = this.url(endpoint, input)
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
      const { body, type } = encodeBody(input.body)
      const answer = await this.#fetch(url, {
        method: endpoint.method,
        headers: {
          accept: 'application/json',
          ...(type && { 'content-type': type }),
          ...(token !== null && { authorization: `Bearer ${token}` }),
          ...input.headers,
        },
        body,
        keepalive: options.outlivesPage,
        signal: abort.signal,
      })
      const content = parseContent(await answer.text())
      if (!answer.ok) throw errorFromAnswer(answer.status, content, answer.headers)
      options.onHeaders?.(answer.headers)
      return readAnswer(content, schema, url, answer.status)
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
  throw new ApiError('invalid_answer', description, { status, description })
}
