export type RunEndedReason =
  /** Cancelled, deleted, or taken over by another worker: nothing may be written for it any more. */
  | 'lost'
  /** This process stops: another one, or the next start, goes on. */
  | 'stopping'

export class RunEndedError extends Error {
  override readonly name = 'RunEndedError'

  constructor(readonly reason: RunEndedReason) {
    super(reason === 'lost' ? 'the run is no longer ours' : 'the worker stops')
  }
}
