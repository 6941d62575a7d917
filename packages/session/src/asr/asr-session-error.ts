import { type AsrCloseReason, asrCloseCodes, texts } from '@livetap/contract'

export type AsrSessionErrorReason = AsrCloseReason | 'max_retries' | 'auth_not_ready' | 'replaced' | 'closed'

export class AsrSessionError extends Error {
  override readonly name = 'AsrSessionError'

  constructor(
    readonly reason: AsrSessionErrorReason,
    message: string,
  ) {
    super(message)
  }
}

export const maxRetriesError = () => new AsrSessionError('max_retries', texts.asr.maxRetries)

/** Trying again with the same settings cannot help. */
const lasting: ReadonlySet<AsrCloseReason> = new Set([
  'unauthorized',
  'session_ended',
  'access_ended',
  'unknown_engine',
  'engine_unavailable',
  'unsupported_language',
  'audio_before_config',
  'bad_message',
  'message_too_big',
])

function closeReason(code: number): AsrCloseReason | undefined {
  const entry = Object.entries(asrCloseCodes).find(([, value]) => value === code)
  return entry?.[0] as AsrCloseReason | undefined
}

/** The refusal behind a close, when it is one for good. */
export function lastingRefusal(code: number, described: string): AsrSessionError | undefined {
  const reason = closeReason(code)
  return reason && lasting.has(reason) ? new AsrSessionError(reason, described || reason) : undefined
}
