/**
 * `refused`: the sign-on answered with an error. `exchange_failed`: the code gave no token.
 * `rejected`: the refresh token is no longer accepted. `unreachable`: no usable answer; worth trying again.
 */
export type SignOnErrorReason = 'refused' | 'exchange_failed' | 'rejected' | 'unreachable'

export class SignOnError extends Error {
  override readonly name = 'SignOnError'
  readonly reason: SignOnErrorReason

  constructor(reason: SignOnErrorReason, message: string) {
    super(message)
    this.reason = reason
  }
}
