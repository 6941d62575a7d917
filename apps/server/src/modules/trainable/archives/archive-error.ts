export type ArchiveErrorReason = 'unknown' | 'taken' | 'over'

export class ArchiveError extends Error {
  override readonly name = 'ArchiveError'

  constructor(
    readonly reason: ArchiveErrorReason,
    message: string,
  ) {
    super(message)
  }
}
