export type SpeechErrorReason =
  | 'unavailable'
  | 'unsupported-language'
  | 'capacity'
  /** Of one user; others may still open streams. */
  | 'user-limit'
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
}

export function asSpeechError(error: unknown, reason: SpeechErrorReason = 'crashed'): SpeechError {
  if (error instanceof SpeechError) return error
  return new SpeechError(reason, error instanceof Error ? error.message : String(error), { cause: error })
}
