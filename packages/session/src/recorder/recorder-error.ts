export type RecorderErrorReason =
  | 'permission-denied'
  | 'no-device'
  | 'device-busy'
  | 'insecure-context'
  | 'audio-failed'
  | 'timeout'

export class RecorderError extends Error {
  override readonly name = 'RecorderError'

  constructor(
    readonly reason: RecorderErrorReason,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

const reasons: Record<string, RecorderErrorReason> = {
  NotAllowedError: 'permission-denied',
  SecurityError: 'permission-denied',
  NotFoundError: 'no-device',
  OverconstrainedError: 'no-device',
  NotReadableError: 'device-busy',
  AbortError: 'device-busy',
}

/** What `getUserMedia` and the audio graph throw, as one closed list. */
export function asRecorderError(error: unknown): RecorderError {
  if (error instanceof RecorderError) return error
  const { name, message } = error instanceof Error ? error : { name: '', message: String(error) }
  return new RecorderError(reasons[name] ?? 'audio-failed', message, { cause: error })
}
