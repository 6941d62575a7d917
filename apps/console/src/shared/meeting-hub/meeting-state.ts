import { MEETING_LIVE, type MeetingDetail } from '@livetap/contract'
import type { MeetingRecordState } from '@livetap/session'
import { leftText } from './left-text'

export interface MeetingState {
  tone: 'live' | 'busy' | 'done' | 'failed'
  label: string
  /** How far it is, or why it failed. */
  more?: string
}

function progressText(detail: MeetingDetail, leftMs: number | undefined): string {
  const { stage, stage_number, stage_count } = detail
  const place = stage_number && stage_count ? `stage ${stage_number} of ${stage_count}` : stage || 'queued'
  return leftMs === undefined ? place : `${place}, ${leftText(leftMs)}`
}

/** In a word what has become of a meeting; undefined for a status that is not ours. */
export function meetingState({ detail, processing }: MeetingRecordState): MeetingState | undefined {
  if (detail?.status === MEETING_LIVE) return { tone: 'live', label: 'Live' }
  if (detail?.status === 'processing')
    return { tone: 'busy', label: 'Transcribing', more: progressText(detail, processing?.leftMs) }
  if (detail?.status === 'failed')
    return { tone: 'failed', label: 'Failed', more: detail.error || detail.stage || undefined }
  if (detail?.status === 'CallEnded') return { tone: 'done', label: 'Ready' }
  return undefined
}
