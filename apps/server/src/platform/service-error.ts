/** Why a service does not do what it was asked to. How each is answered over HTTP: `http/error-answers.ts`. */
export type ErrorReason =
  | 'invalid'
  /** A password is missing or wrong, where it is no one’s session. */
  | 'unauthorized'
  | 'not_json'
  | 'wrong_type'
  | 'too_large'
  | 'forbidden'
  | 'not_found'
  /** It is still being made. */
  | 'not_ready'
  | 'wrong_state'
  /** Another user has changed it since the caller read it. */
  | 'newer_version'
  | 'taken'
  /** Another request of the same caller is at it. */
  | 'busy'
  /** Of an upload: its total is another one, or bytes before these are missing. */
  | 'other_total'
  | 'gap'
  | 'client_gone'
  | 'too_many'
  | 'unavailable'
  | 'storage_unavailable'
  /** Until an operator does something about it. */
  | 'off'
  /** Of a zip and its entries. */
  | 'not_a_zip'
  | 'damaged'
  | 'encrypted'
  | 'unsafe_path'
  | 'link'
  | 'bad_name'
  | 'too_many_entries'
  | 'bomb'

/** A refusal that a service can explain; the message is for the caller. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'

  constructor(
    readonly reason: ErrorReason,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}
