export type MeetingErrorReason =
  | 'not_found'
  | 'forbidden'
  | 'not_ready'
  | 'wrong_state'
  | 'unknown_region'
  | 'unsupported'
  | 'newer_version'
  | 'unavailable'

/** What can go wrong with a meeting, in words a caller may read. */
export class MeetingError extends Error {
  override readonly name = 'MeetingError'

  constructor(
    readonly reason: MeetingErrorReason,
    message: string,
  ) {
    super(message)
  }
}

export const noSuchMeeting = () => new MeetingError('not_found', 'There is no such meeting')
