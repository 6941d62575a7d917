import { ClientError } from '../../platform/http/errors'
import type { ErrorTranslation } from '../../platform/http/route'
import { ManuscriptError, type ManuscriptErrorReason } from './manuscript-error'

const statuses: Record<ManuscriptErrorReason, number> = {
  not_found: 404,
  newer_version: 409,
  wrong_state: 409,
  bad_cursor: 422,
}

/** How a ManuscriptError is answered; for `route`. */
export const manuscriptErrorAnswer: ErrorTranslation = error =>
  error instanceof ManuscriptError ? new ClientError(statuses[error.reason], error.message) : undefined
