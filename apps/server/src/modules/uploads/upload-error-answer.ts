import { ClientError, type HttpError, unavailable } from '../../platform/http/errors'
import { heldRange } from './content-range'
import type { UploadError, UploadErrorReason } from './upload-error'

const statuses: Record<Exclude<UploadErrorReason, 'unavailable'>, number> = {
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
  const headers: Record<string, string> =
    reason === 'gap' ? heldRange(held ?? 0) : reason === 'busy' ? { 'retry-after': '1' } : {}
  return new ClientError(statuses[reason], message, headers)
}
