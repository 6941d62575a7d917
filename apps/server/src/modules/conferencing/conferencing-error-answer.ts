import { ClientError } from '../../platform/http/errors'
import type { ErrorTranslation } from '../../platform/http/route'
import { ConferencingError, type ConferencingErrorReason } from './conferencing-error'

const statuses: Record<ConferencingErrorReason, number> = { forbidden: 403, not_found: 404, invalid: 422 }

/** How a ConferencingError is answered; for `route`. */
export const conferencingErrorAnswer: ErrorTranslation = error =>
  error instanceof ConferencingError ? new ClientError(statuses[error.reason], error.message) : undefined
