import { type AsrCloseReason, type AsrErrorCode, asrCloseCodes } from '@livetap/contract'
import type { SpeechError, SpeechErrorReason } from '@livetap/speech'

/** Why a stream is ended by the gateway: a named message, then the close code of its reason. */
export class AsrRefusal extends Error {
  override readonly name = 'AsrRefusalError'

  constructor(
    readonly reason: AsrCloseReason,
    readonly description: string,
    readonly code: AsrErrorCode = reason,
  ) {
    super(description)
  }

  get closeCode(): number {
    return asrCloseCodes[this.reason]
  }

  toMessage(): string {
    return JSON.stringify({ error: { code: this.code, description: this.description } })
  }
}

export const badMessage = (code: AsrErrorCode, description: string) =>
  new AsrRefusal('bad_message', description, code)

const reasons: Partial<Record<SpeechErrorReason, AsrCloseReason>> = {
  unavailable: 'engine_unavailable',
  unsupported_language: 'unsupported_language',
  capacity: 'over_capacity',
  user_limit: 'over_capacity',
}

export const refusalOf = (error: SpeechError): AsrRefusal =>
  new AsrRefusal(reasons[error.reason] ?? 'engine_failed', error.message)
