import { isNotYetReady, texts } from '@livetap/contract'

/** Why a call failed. `not_ready` is worth asking again, `cancelled` is not a failure. */
export type ApiErrorReason =
  | 'auth_not_ready'
  | 'timeout'
  | 'cancelled'
  | 'network'
  | 'unauthorized'
  | 'not_ready'
  | 'client'
  | 'server'
  | 'invalid_answer'

interface ApiErrorDetail {
  status?: number
  description?: string
  trackingId?: string
  retryAfterMs?: number
}

/** A failed call. `message` is what a toast shows; it never holds a token. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly reason: ApiErrorReason
  /** 0 when no answer came. */
  readonly status: number
  readonly description: string | undefined
  readonly trackingId: string | undefined
  readonly retryAfterMs: number | undefined

  constructor(reason: ApiErrorReason, message: string, detail: ApiErrorDetail = {}) {
    super(message)
    this.reason = reason
    this.status = detail.status ?? 0
    this.description = detail.description
    this.trackingId = detail.trackingId
    this.retryAfterMs = detail.retryAfterMs
  }
}

export function isCancelled(error: unknown): boolean {
  return error instanceof ApiError && error.reason === 'cancelled'
}

export const toError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))

/** A failure as a toast takes it: its words, and the tracking id where there is one. */
export function reportOf(error: unknown): [message: string, detail: { trackingId?: string }] {
  return [toError(error).message, { trackingId: error instanceof ApiError ? error.trackingId : undefined }]
}

/**
 * Reads the documents' error shape: `{message, errors: [{description}], trackingId}`, bare or under
 * `data`. An answer of any other shape (a proxy's page, an empty body) still becomes a readable error.
 */
export function errorFromAnswer(status: number, body: unknown, headers: Headers): ApiError {
  const outer = record(body)
  const shape = typeof outer?.message === 'string' ? outer : (record(outer?.data) ?? outer)
  const first = Array.isArray(shape?.errors) ? record(shape.errors[0]) : undefined
  const description = text(first?.description)
  const trackingId = text(shape?.trackingId) ?? text(headers.get('x-tracking-id'))
  const kind =
    text(shape?.message) ?? (status >= 500 ? texts.access.serverException : texts.access.clientException)
  const retryAfter = Number(headers.get('retry-after') ?? Number.NaN)
  return new ApiError(reasonOf(status, description), description ?? `${kind} (${status})`, {
    status,
    description,
    trackingId,
    retryAfterMs: Number.isFinite(retryAfter) ? retryAfter * 1000 : undefined,
  })
}

function reasonOf(status: number, description: string | undefined): ApiErrorReason {
  if (description !== undefined && isNotYetReady(description)) return 'not_ready'
  if (status === 401) return 'unauthorized'
  return status >= 500 ? 'server' : 'client'
}

function record(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
