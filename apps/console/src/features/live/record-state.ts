import type { LiveMeetingState } from '@livetap/session'

export type RecordState = 'unknown' | 'recording' | 'text-only' | 'nothing' | 'off-the-record'

/** What is kept of what is said now; unknown until the service has said it. */
export function recordStateOf(
  room: Pick<LiveMeetingState, 'startedAtMs' | 'recording' | 'transcription' | 'offTheRecordUntilMs'>,
  nowMs: number,
): RecordState {
  if (room.offTheRecordUntilMs > nowMs) return 'off-the-record'
  if (room.startedAtMs === undefined) return 'unknown'
  if (room.recording) return 'recording'
  return room.transcription ? 'text-only' : 'nothing'
}

export const recordWords: Record<RecordState, string> = {
  unknown: '–',
  recording: 'Recording',
  'text-only': 'Not recording',
  nothing: 'Not recording',
  'off-the-record': 'Off the record',
}

/** What becomes of the sound of one's own microphone, where it is not simply recorded. */
export const microphoneNotes: Partial<Record<RecordState, string>> = {
  'text-only': 'Recording is off: only text is kept',
  nothing: 'Recording is off: nothing is kept',
  'off-the-record': 'Off the record: nothing is kept',
}
