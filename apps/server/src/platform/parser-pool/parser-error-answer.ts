import { badRequest, ClientError, type HttpError, tooLarge, tooMany, unavailable } from '../http/errors'
import { zipErrorStatus } from '../zip/zip-error-answer'
import { InputRefusedError, ParserError } from './parser-error'

const RETRY_SECONDS = 5

/** The answer to what could not be read; undefined for any other failure. */
export function parserErrorAnswer(error: unknown): HttpError | undefined {
  if (error instanceof InputRefusedError)
    return new ClientError(
      refusalStatuses[error.reason] ?? zipErrorStatus(error.reason) ?? 422,
      error.message,
    )
  if (!(error instanceof ParserError)) return undefined
  const { reason, message } = error
  if (reason === 'busy' || reason === 'closed') return unavailable(message, RETRY_SECONDS)
  if (reason === 'too_many') return tooMany(RETRY_SECONDS, message)
  if (reason === 'cancelled') return badRequest(message)
  if (reason === 'timeout' || reason === 'memory') return tooLarge(message)
  return undefined
}

const refusalStatuses: Readonly<Record<string, number>> = { not_json: 400, too_large: 413 }
