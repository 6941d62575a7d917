import { texts } from '@livetap/contract'
import { ApiError } from '@livetap/session'
import { StartError } from './start-error'

export interface StartFailure {
  /** One toast each, in this order. */
  toasts: readonly string[]
  trackingId: string | undefined
  status: number
}

/** A step with a text of its own says it first; the start then names what the server or the network said. */
export function describeFailure(error: Error): StartFailure {
  const cause = error instanceof StartError && error.cause instanceof Error ? error.cause : error
  const isStep = error instanceof StartError && error !== cause && error.reason !== 'lookup'
  const api = cause instanceof ApiError ? cause : undefined
  return {
    toasts: isStep
      ? [error.message, texts.launcher.failedStart(cause.message)]
      : [texts.launcher.failedStart(error.message)],
    trackingId: api?.trackingId,
    status: api?.status ?? 0,
  }
}
