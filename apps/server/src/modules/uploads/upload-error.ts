export type UploadErrorReason =
  | 'not_found'
  | 'expired'
  | 'foreign'
  | 'invalid'
  | 'other_total'
  | 'busy'
  | 'gap'
  | 'too_large'
  | 'wrong_type'
  | 'cut'
  | 'unavailable'
  | 'off'

/** Why an upload, or one piece of it, is refused. The message is for the person who uploads. */
export class UploadError extends Error {
  override readonly name = 'UploadError'

  constructor(
    readonly reason: UploadErrorReason,
    message: string,
    /** With 'gap': how many bytes are held. */
    readonly held?: number,
  ) {
    super(message)
  }
}
