export type DatabaseErrorReason =
  | 'unreachable'
  | 'cannot_start'
  | 'folder_closed'
  | 'no_user'
  | 'other_database'
  | 'other_version'
  | 'password_lost'
  | 'unsupported_platform'

/** The database cannot be opened. The message is one line for the operator. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError'

  constructor(
    readonly reason: DatabaseErrorReason,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}
