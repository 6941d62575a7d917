/** A failure with an answer: routes throw it, the error handler gives it the contract's shape. */
export class HttpError extends Error {
  override readonly name: string = 'HttpError'

  constructor(
    readonly status: number,
    readonly description: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(description)
  }
}

/** The caller's mistake, 4xx. */
export class ClientError extends HttpError {
  override readonly name = 'ClientError'
}

export const badRequest = (description: string) => new ClientError(400, description)
export const unauthorized = (description = 'Sign in to do this') =>
  new ClientError(401, description, { 'www-authenticate': 'Bearer' })
export const notFound = (description = 'There is nothing at this address') =>
  new ClientError(404, description)
export const tooLarge = (description: string) => new ClientError(413, description)
export const unsupportedType = (description: string) => new ClientError(415, description)
export const rangeNotSatisfiable = (description: string, headers: Record<string, string> = {}) =>
  new ClientError(416, description, headers)
export const invalid = (field: string, problem: string) => new ClientError(422, `${field}: ${problem}`)
export const retryAfter = (seconds: number) => ({ 'retry-after': String(seconds) })
export const tooMany = (retryAfterSeconds: number, description = 'Too many requests') =>
  new ClientError(429, description, retryAfter(retryAfterSeconds))
export const OUTAGE = 'Something the server needs does not answer at the moment'
export const unavailable = (description: string, retryAfterSeconds = 5) =>
  new HttpError(503, description, retryAfter(retryAfterSeconds))
