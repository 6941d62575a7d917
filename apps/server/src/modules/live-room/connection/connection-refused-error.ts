import { type HotwordCloseReason, hotwordCloseCodes } from '@livetap/contract'

/** Why a socket is closed by the service. */
export class ConnectionRefusedError extends Error {
  override readonly name = 'ConnectionRefusedError'

  constructor(
    readonly reason: HotwordCloseReason,
    message: string,
  ) {
    super(message)
  }

  get closeCode(): number {
    return hotwordCloseCodes[this.reason]
  }
}
