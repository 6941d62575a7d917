import { ClientError, type HttpError } from '../http/errors'
import { ZipError, type ZipErrorReason } from './zip-error'

const statuses: Record<ZipErrorReason, number> = {
  not_a_zip: 415,
  damaged: 422,
  encrypted: 422,
  unsafe_path: 422,
  link: 422,
  bad_name: 422,
  too_many_entries: 413,
  too_large: 413,
  bomb: 413,
}

/** The answer to a zip that is refused; undefined for any other failure. */
export const zipErrorAnswer = (error: unknown): HttpError | undefined =>
  error instanceof ZipError ? new ClientError(statuses[error.reason], error.message) : undefined
