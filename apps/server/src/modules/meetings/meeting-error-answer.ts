import type { FastifyInstance } from 'fastify'
import { ClientError, type HttpError, unavailable } from '../../platform/http/errors'
import { MeetingError, type MeetingErrorReason } from './meeting-error'

const statuses: Record<Exclude<MeetingErrorReason, 'unavailable'>, number> = {
  not_found: 404,
  not_ready: 409,
  wrong_state: 409,
  newer_version: 409,
  unknown_region: 422,
  unsupported: 422,
}

function answerOf({ reason, message }: MeetingError): HttpError {
  return reason === 'unavailable' ? unavailable(message) : new ClientError(statuses[reason], message)
}

/** Routes registered behind this answer a MeetingError by its reason. */
export function answerMeetingErrors(app: FastifyInstance): void {
  app.setErrorHandler(error => {
    throw error instanceof MeetingError ? answerOf(error) : error
  })
}
