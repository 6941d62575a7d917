export type ConferencingErrorReason = 'forbidden' | 'not_found' | 'invalid'

/** What can go wrong with a conference, in words a caller may read. */
export class ConferencingError extends Error {
  override readonly name = 'ConferencingError'

  constructor(
    readonly reason: ConferencingErrorReason,
    message: string,
  ) {
    super(message)
  }
}

export const noSuchConference = () => new ConferencingError('not_found', 'There is no such conference')
