import {
  listeningPath,
  MEETING_LIVE,
  type MeetingSharing,
  openMeetingPath,
  type RecentMeeting,
  texts,
} from '@livetap/contract'
import type { OpenedMeeting } from '../recent-meetings'

export type MeetingState = 'live' | 'transcribing' | 'failed' | 'ready' | 'unknown'

export interface MeetingRow {
  meetingId: string
  title: string
  /** The conferencing number, and who hosts; empty for a meeting that the server's list does not know. */
  number: string
  host: string
  path: string
  /** When this user last opened it in this browser. */
  openedAtMs: number | null
  startMs: number | null
  durationMs: number | null
  speakers: number | null
  state: MeetingState
  /** Of the whole transcription, 0 to 1. */
  progress: number
  /** Which stage of how many, while it is transcribed. */
  stage: string
  /** Why it failed; empty otherwise. */
  reason: string
  /** What the user may do to it; absent where the server does not say. */
  may: readonly string[] | undefined
  isRestricted: boolean
  sharing: MeetingSharing | undefined
}

/**
 * What this user opened here and the newest that the server knows. A meeting that was opened here may be unknown to
 * the server's list (older, or of another deployment): it keeps the address it was opened at.
 */
export function meetingRows(
  opened: readonly OpenedMeeting[],
  known: readonly RecentMeeting[],
): readonly MeetingRow[] {
  const openings = new Map(opened.map(one => [one.meetingId, one]))
  const knownIds = new Set(known.map(({ id }) => id))
  return [
    ...known.map(meeting => knownRow(meeting, openings.get(meeting.id))),
    ...opened.filter(({ meetingId }) => !knownIds.has(meetingId)).map(openedRow),
  ]
}

/** It will be otherwise soon. */
export function isUnderWay(meeting: RecentMeeting): boolean {
  const state = stateOf(meeting)
  return state === 'live' || state === 'transcribing'
}

function knownRow(meeting: RecentMeeting, opened: OpenedMeeting | undefined): MeetingRow {
  const state = stateOf(meeting)
  return {
    meetingId: meeting.id,
    title: meeting.title,
    number: meeting.number,
    host: meeting.host,
    // A live address of a meeting that has ended would only lead on to the past one.
    path: state === 'live' ? listeningPath(meeting.id) : openMeetingPath(meeting.id),
    openedAtMs: opened?.openedAtMs ?? null,
    startMs: Date.parse(meeting.start),
    durationMs: meeting.duration,
    speakers: meeting.speakers,
    state,
    progress: meeting.progress,
    stage: state === 'transcribing' ? stageOf(meeting) : '',
    reason: state === 'failed' ? (meeting.error ?? '') : '',
    may: meeting.may,
    isRestricted: meeting.restricted ?? false,
    sharing: meeting.sharing,
  }
}

function stageOf({ stage, stage_number, stage_count }: RecentMeeting): string {
  return stage_number && stage_count ? texts.launcher.stageOf(stage_number, stage_count, stage) : stage
}

const openedRow = ({ meetingId, path, openedAtMs, title = '' }: OpenedMeeting): MeetingRow => ({
  meetingId,
  title,
  number: '',
  host: '',
  path,
  openedAtMs,
  startMs: null,
  durationMs: null,
  speakers: null,
  state: 'unknown',
  progress: 0,
  stage: '',
  reason: '',
  may: undefined,
  isRestricted: false,
  sharing: undefined,
})

function stateOf({ status }: RecentMeeting): MeetingState {
  if (status === MEETING_LIVE) return 'live'
  if (status === 'processing') return 'transcribing'
  return status === 'failed' ? 'failed' : 'ready'
}
