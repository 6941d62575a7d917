/** What the logs or the ledger say of a meeting; what neither says is not there. */
export interface MeetingFacts {
  /** Something is known of it at all. */
  readonly isKnown?: boolean
  /** People spoke in it while it ran; otherwise it is a recording. */
  readonly isLive?: boolean
  /** Why it ended, as it was written: 'dropped', 'failed in recognition'. */
  readonly reason?: string
  readonly stage?: string
  readonly error?: string
  readonly startedAt?: string
  readonly endedAt?: string
  readonly deletedAt?: string
  /** A recording whose last byte was stored. */
  readonly isUploaded?: boolean
  readonly wasHeard?: boolean
  readonly utterances?: number
  /** How long after its last word an utterance was stored, as a rule. */
  readonly behindMs?: number
  /** Connections that broke. */
  readonly cuts?: number
  /** The last connection did not close but broke. */
  readonly endedByCut?: boolean
  /** Voices that the engine refused or lost. */
  readonly refusals?: number
  /** How often the storage took no sound for a while. */
  readonly storageFaults?: number
  /** It has no recording yet, because none could be made. */
  readonly mixFailed?: boolean
}
