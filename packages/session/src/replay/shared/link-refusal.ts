import { linkProblems } from '@livetap/contract'
import { ApiError, toError } from '../../api-error'

/** Why a link shows nothing. `gone` was taken back, `throttled` waits after too many wrong passwords. */
export type LinkRefusalReason = 'expired' | 'gone' | 'not_ready' | 'throttled' | 'failed'

export interface LinkRefusal {
  readonly reason: LinkRefusalReason
  readonly error: Error
}

export function linkRefusal(cause: unknown): LinkRefusal {
  const error = toError(cause)
  return { reason: error instanceof ApiError ? reasonOf(error) : 'failed', error }
}

function reasonOf({ status, description, reason }: ApiError): LinkRefusalReason {
  if (reason === 'not_ready') return 'not_ready'
  if (status === 429) return 'throttled'
  if (status !== 404) return 'failed'
  return description === linkProblems.expired ? 'expired' : 'gone'
}
