import type { UploadedMeeting, UploadSession } from '@livetap/contract'
import type { UploadClient, UploadControl } from '@livetap/session'
import type { HandoverKey } from '../../../shared/file-handover'
import type { UploadRows } from '../upload/upload-rows'
import type { LauncherCalls } from './launcher-calls'

export interface StartProgress {
  text: string
  /** Whole percent, when there is something to measure. */
  percent?: number
  fileName?: string
}

export interface UnwantedMeeting {
  meetingId: string
  /** False: it could not be ended and still runs. */
  isDropped: boolean
}

export interface StartContext {
  calls: LauncherCalls
  uploads: UploadClient
  handOver: (key: HandoverKey, file: File | undefined) => void
  nowMs: () => number
  onProgress: (progress: StartProgress) => void
  /** Called after each file, so that a failure or a cancel later on loses none from the list. */
  onUploaded: (meeting: UploadedMeeting) => void
  /** A file of several that failed while others arrived. */
  onFileFailed?: (error: Error) => void
  /** The upload under way, null between two. */
  onSession?: (session: UploadSession | null) => void
  /** A meeting was created and no one will enter it. */
  onDropped?: (unwanted: UnwantedMeeting) => void
  /** The meeting runs without the title that was given. */
  onUntitled?: (title: string) => void
  uploadRows?: UploadRows
  uploadControl?: UploadControl
  signal: AbortSignal
}

export interface OpenResult {
  kind: 'open'
  path: string
  /** Undoes what was made for the screen at `path`, when it is not opened after all. */
  abandon?: () => void
}

export type StartResult = OpenResult | { kind: 'uploaded'; meetings: readonly UploadedMeeting[] }
