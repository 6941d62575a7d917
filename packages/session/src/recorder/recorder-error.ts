export type RecorderErrorReason =
  | 'permission_denied'
  | 'no_device'
  | 'device_busy'
  | 'insecure_context'
  | 'audio_failed'
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
  NotAllowedError: 'permission_denied',
  SecurityError: 'permission_denied',
  NotFoundError: 'no_device',
  OverconstrainedError: 'no_device',
  NotReadableError: 'device_busy',
  AbortError: 'device_busy',
}

/** What `getUserMedia` and the audio graph throw, as one closed list. */
export function asRecorderError(error: unknown): RecorderError {
  if (error instanceof RecorderError) return error
  const { name, message } = error instanceof Error ? error : { name: '', message: String(error) }
  return new RecorderError(reasons[name] ?? 'audio_failed', message, { cause: error })
}
