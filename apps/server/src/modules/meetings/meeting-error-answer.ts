import { ClientError, type HttpError, unavailable } from '../../platform/http/errors'
import type { ErrorTranslation } from '../../platform/http/route'
import { MeetingError, type MeetingErrorReason } from './meeting-error'

const statuses: Record<Exclude<MeetingErrorReason, 'unavailable'>, number> = {
  not_found: 404,
  forbidden: 403,
  not_ready: 409,
  wrong_state: 409,
  newer_version: 409,
  unknown_region: 422,
  unsupported: 422,
}

function answerOf({ reason, message }: MeetingError): HttpError {
  return reason === 'unavailable' ? unavailable(message) : new ClientError(statuses[reason], message)
}

/** How a MeetingError is answered; for `route`. */
export const meetingErrorAnswer: ErrorTranslation = error =>
  error instanceof MeetingError ? answerOf(error) : undefined
