import type { Viewer } from '../../access'

/** Which shards are meant; what is absent filters nothing. */
export interface ShardFilter {
  /** Those of meetings that this principal may know of; absent: those that may leave the installation, none of a restricted meeting. */
  seenBy?: Viewer
  region?: string
  meetingId?: string
  siteName?: string
  source?: string
  /** `en` holds en-US and en-GB as well. */
  languages?: readonly string[]
  evaluation?: boolean
  hasCsi?: boolean
  hasHumanTranscript?: boolean
  hasParticipantId?: boolean
  hasGlobalParticipantId?: boolean
  /** Both in the order of the listing: by the second a shard was made in; both ends belong to it. */
  createdFrom?: Date
  createdUntil?: Date
  minLengthMs?: number
  maxLengthMs?: number
  unusable?: boolean
}

/** A place in the listing, which is ordered by both. */
export interface ShardPosition {
  createdSecond: number
  id: string
}

export interface ShardPage {
  /** The last one already read. */
  after?: ShardPosition
  limit: number
}
