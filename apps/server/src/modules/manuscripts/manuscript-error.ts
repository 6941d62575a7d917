export type ManuscriptErrorReason = 'not_found' | 'newer_version' | 'bad_cursor' | 'wrong_state'

/** Why something cannot be done with a labelling project. */
export class ManuscriptError extends Error {
  override readonly name = 'ManuscriptError'

  constructor(
    readonly reason: ManuscriptErrorReason,
    message: string,
  ) {
    super(message)
  }
}
