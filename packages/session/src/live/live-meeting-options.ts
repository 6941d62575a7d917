import type { ApiClient } from '../api-client'
import type { Notices } from '../notices'
import type { MediaEnvironment } from '../recorder/media-environment'
import type { Clock } from './connection/clock'
import type { CreateHotwordSocket } from './connection/hotword-link'
import type { VoiceBox } from './read-aloud/speech-output'

export interface LiveMeetingOptions {
  api: ApiClient
  meetingId: string
  userName: string
  /** False: neither microphone nor audio. */
  recordAudio: boolean
  media: MediaEnvironment
  workletUrl: string
  notices: Notices
  /** Leaves for the past view of the meeting. */
  goToPast: () => void
  clock?: Clock
  createSocket?: CreateHotwordSocket
  /** Absent where the browser has no voices. */
  voice?: VoiceBox | undefined
  /** The sound of an awake EVA. */
  chime?: () => void
  log?: (text: string, detail?: unknown) => void
}
