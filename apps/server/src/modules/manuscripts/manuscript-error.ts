import { ClientError } from '../../platform/http/errors'
import type { ErrorTranslation } from '../../platform/http/route'

export type ManuscriptErrorReason = 'not_found' | 'newer_version' | 'bad_cursor' | 'wrong_state'

export class ManuscriptError extends Error {
  override readonly name = 'ManuscriptError'

  constructor(
    readonly reason: ManuscriptErrorReason,
    message: string,
  ) {
    super(message)
  }
}

const statuses: Record<ManuscriptErrorReason, number> = {
  not_found: 404,
  newer_version: 409,
  wrong_state: 409,
  bad_cursor: 422,
}

/** How a ManuscriptError is answered; for `route`. */
export const manuscriptErrorAnswer: ErrorTranslation = error =>
  error instanceof ManuscriptError ? new ClientError(statuses[error.reason], error.message) : undefined
