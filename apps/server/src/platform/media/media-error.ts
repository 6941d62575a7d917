export type MediaErrorReason =
  | 'unavailable'
  | 'undecodable'
  | 'no_audio'
  | 'too_long'
  | 'timeout'
  | 'aborted'
  | 'failed'

/** What can go wrong with a recording or with the programs that decode it, in words a person may read. */
export class MediaError extends Error {
  override readonly name = 'MediaError'

  constructor(
    readonly reason: MediaErrorReason,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }

  /** The recording itself is at fault: trying again would fail again. */
  get isRecordingsFault(): boolean {
    return this.reason === 'undecodable' || this.reason === 'no_audio' || this.reason === 'too_long'
  }
}
