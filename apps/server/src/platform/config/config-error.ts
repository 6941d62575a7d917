/** A start that cannot happen. Its message is the one line the operator reads, so it names the variable. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'

  constructor(
    readonly variable: string,
    problem: string,
  ) {
    super(`${variable}: ${problem}`)
  }
}
