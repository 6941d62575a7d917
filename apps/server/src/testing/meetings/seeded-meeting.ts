import type { MeetingStatus, TranscriptUtterance } from '@livetap/contract'

/** A finished meeting as a browser test or a bench wants it. */
export interface SeededMeeting {
  id: string
  title?: string
  /** Ann, whom no user is signed in as, unless it is given. */
  host?: { userId: string; email: string }
  number?: string
  /** ISO 8601. */
  start?: string
  status?: MeetingStatus
  stage?: string
  /** Of the stage, 0 to 100. */
  progress?: number
  error?: string
  durationMs?: number
  utterances?: readonly TranscriptUtterance[]
  highlights?: readonly {
    id: string
    startMs: number
    endMs: number
    text: string
    source?: string
    label?: string
  }[]
  /** Each utterance is a trainable shard too. */
  trainable?: boolean
  /** Files of this machine. */
  audio?: string
  video?: string
  peaks?: { duration_millis: number; step_millis: number; peaks: readonly number[] }
}
