export type BackupErrorReason =
  | 'usage'
  | 'no_key'
  | 'wrong_key'
  | 'no_backup'
  | 'foreign_target'
  | 'damaged'
  | 'busy'
  | 'not_empty'
  | 'other_secret'
  | 'unknown_schema'
  | 'timeout'

/** A backup cannot be taken, checked or restored. The message is one line for the operator. */
export class BackupError extends Error {
  override readonly name = 'BackupError'

  constructor(
    readonly reason: BackupErrorReason,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}
