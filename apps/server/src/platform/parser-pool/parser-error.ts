export type ParserErrorReason = 'busy' | 'too_many' | 'timeout' | 'memory' | 'cancelled' | 'closed' | 'failed'

/** Why something was not read to its end; what is wrong with the input itself is an `InputRefusedError`. */
export class ParserError extends Error {
  override readonly name = 'ParserError'

  constructor(
    readonly reason: ParserErrorReason,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

/** What a task found wrong with its input, as it said so in its thread; the message can be shown. */
export class InputRefusedError extends Error {
  override readonly name = 'InputRefusedError'

  constructor(
    readonly reason: string,
    message: string,
  ) {
    super(message)
  }
}
