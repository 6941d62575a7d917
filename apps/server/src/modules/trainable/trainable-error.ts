/** Why something cannot be done with a shard. */
export class TrainableError extends Error {
  override readonly name = 'TrainableError'

  constructor(
    readonly reason: 'not_found' | 'newer_version' | 'bad_key',
    message: string,
  ) {
    super(message)
  }
}

export const noSuchShard = () => new TrainableError('not_found', 'There is no such shard')
