import type { MeetingStatus, SHARDERS } from '@livetap/contract'
import type { Standing, StandingFacts } from '../access'

export type Sharder = (typeof SHARDERS)[number]

/** What is decided when a meeting is made. */
export interface NewMeeting {
  id: string
  title: string
  hostUserId: string
  hostEmail: string
  siteId: string
  siteName: string
  source: string
  region: string
  /** Null: found by the engine. */
  language: string | null
  enableEnsemble: boolean
  sharder: Sharder
  trainableShardPercent: number
  status: MeetingStatus
  stage: string
  startedAt: Date
  number?: string
  series?: string
  /** The conferencing provider's own id of the meeting. */
  conferenceId?: string
  sipAddress?: string
  recordingName?: string
  recordingType?: string
  recordingBytes?: number
}

export interface Meeting extends Required<Omit<NewMeeting, 'recordingBytes'>> {
  /** Of the stage, 0 to 100. */
  progress: number
  /** Why processing failed; one line for a person. */
  error: string | null
  createdAt: Date
  endedAt: Date | null
  durationMs: number | null
  hasVideo: boolean
  /** False of a call in which nothing was recorded. */
  hasSound: boolean
  /** Where the recording lies as it was uploaded; null until it is stored whole. */
  recordingKey: string | null
  recordingBytes: number | null
  transcriptRevision: number
  /** Open to its owner, its shares and admins alone. */
  restricted: boolean
}

/** With how its viewer stands to it. */
export interface ListedMeeting {
  meeting: Meeting
  standing: Standing
  facts: StandingFacts
}

/** As lists show it. */
export interface RecentMeeting extends ListedMeeting {
  speakers: number
}

/** Of a meeting that is no longer there. */
export interface MeetingDeletion {
  deletedAt: Date
  /** The user's name, or `RETENTION`. */
  deletedBy: string
}

/** Named as who deleted a meeting that the retention period removed. */
export const RETENTION = 'retention'

/** Those that ran between the two times, and have the text in their id, number, host or title. */
export interface MeetingSearch {
  find?: string
  from?: Date
  to?: Date
  status?: MeetingStatus
  hostUserId?: string
  /** Those that were shared with the viewer. */
  isShared?: boolean
}

/** Changes that the pipeline and the live meeting make. */
export type MeetingChange = Partial<
  Pick<
    Meeting,
    | 'title'
    | 'status'
    | 'stage'
    | 'progress'
    | 'error'
    | 'language'
    | 'startedAt'
    | 'endedAt'
    | 'durationMs'
    | 'hasVideo'
    | 'hasSound'
    | 'recordingKey'
  >
>

/** A meeting that waits for its recording; the pipeline's own stages come after it. */
export const UPLOAD_STAGE = 'upload'
/** The recording is stored, and no worker has taken it yet. */
export const QUEUED_STAGE = 'queued'
