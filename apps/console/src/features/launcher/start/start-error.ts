/** A start that failed at a step with a text of its own; `cause` is what the server or the network said. */
export class StartError extends Error {
  override readonly name = 'StartError'

  constructor(
    readonly reason: 'meeting' | 'upload_session' | 'upload' | 'lookup' | 'missing_filter',
    message: string,
    cause?: unknown,
  ) {
    super(message, { cause })
  }
}
