export type SpeechErrorReason =
  | 'unavailable'
  | 'unsupported_language'
  | 'capacity'
  /** Of one user; others may still open streams. */
  | 'user_limit'
  | 'overflow'
  | 'crashed'
  | 'timeout'
  | 'aborted'
  | 'remote'
  | 'closed'

export class SpeechError extends Error {
  override readonly name = 'SpeechError'

  constructor(
    readonly reason: SpeechErrorReason,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }

  /** As stored events and the messages of a live meeting spell it. */
  get recordedReason(): string {
    return this.reason.replaceAll('_', '-')
  }
}

export function asSpeechError(error: unknown, reason: SpeechErrorReason = 'crashed'): SpeechError {
  if (error instanceof SpeechError) return error
  return new SpeechError(reason, error instanceof Error ? error.message : String(error), { cause: error })
}
