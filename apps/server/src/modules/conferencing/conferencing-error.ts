import { ClientError } from '../../platform/http/errors'
import type { ErrorTranslation } from '../../platform/http/route'

const statuses = { forbidden: 403, not_found: 404, invalid: 422 } as const

/** What can go wrong with a conference, in words a caller may read. */
export class ConferencingError extends Error {
  override readonly name = 'ConferencingError'

  constructor(
    readonly reason: keyof typeof statuses,
    message: string,
  ) {
    super(message)
  }
}

export const noSuchConference = () => new ConferencingError('not_found', 'There is no such conference')

export const conferencingErrorAnswer: ErrorTranslation = error =>
  error instanceof ConferencingError ? new ClientError(statuses[error.reason], error.message) : undefined
