export type RunEndedReason =
  /** Cancelled, deleted, or taken over by another worker: nothing may be written for it any more. */
  | 'lost'
  /** This process stops: another one, or the next start, goes on. */
  | 'stopping'
  /** Calls and recordings come first: it goes on when they are done. */
  | 'yielding'

const MESSAGES: Record<RunEndedReason, string> = {
  lost: 'the run is no longer ours',
  stopping: 'the worker stops',
  yielding: 'calls and recordings come first',
}

export class RunEndedError extends Error {
  override readonly name = 'RunEndedError'

  constructor(readonly reason: RunEndedReason) {
    super(MESSAGES[reason])
  }
}
