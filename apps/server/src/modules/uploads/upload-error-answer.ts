import { ClientError, type HttpError, unavailable } from '../../platform/http/errors'
import { heldRange } from './content-range'
import type { UploadError, UploadErrorReason } from './upload-error'

/** A person has to install a decoder or make room: a client that is told so does not wait for it. */
const OFF_RETRY_S = 3_600

const statuses: Record<Exclude<UploadErrorReason, 'unavailable' | 'off'>, number> = {
  not_found: 404,
  expired: 404,
  foreign: 403,
  invalid: 422,
  other_total: 409,
  busy: 409,
  gap: 416,
  too_large: 413,
  wrong_type: 415,
  cut: 400,
}

export function uploadErrorAnswer({ reason, message, held }: UploadError): HttpError {
  if (reason === 'unavailable') return unavailable(message, 30)
  if (reason === 'off') return unavailable(message, OFF_RETRY_S)
  const headers: Record<string, string> =
    reason === 'gap' ? heldRange(held ?? 0) : reason === 'busy' ? { 'retry-after': '1' } : {}
  return new ClientError(statuses[reason], message, headers)
}
