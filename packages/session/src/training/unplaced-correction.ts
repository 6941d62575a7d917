import type { UnplacedEdit } from '@livetap/contract'

/** A correction whose sound no shard holds since its meeting was processed again. */
export interface UnplacedCorrection {
  readonly key: string
  readonly meetingId: string
  readonly startMs: number
  readonly endMs: number
  /** The text that was given, or why the sound cannot be used. */
  readonly kind: 'text' | 'unusable'
  readonly after: string
  readonly before: string
  readonly by: string
  readonly at: string
}

export function unplacedCorrection(edit: UnplacedEdit): UnplacedCorrection {
  const { meeting_id, csi, start_offset_ms, end_offset_ms, transcript, unusable_reason, before } = edit
  const kind = transcript === null ? 'unusable' : 'text'
  return {
    key: [meeting_id, csi, start_offset_ms, end_offset_ms, kind].join('/'),
    meetingId: meeting_id,
    startMs: start_offset_ms,
    endMs: end_offset_ms,
    kind,
    after: transcript ?? unusable_reason ?? '',
    before,
    by: edit.created_by,
    at: edit.created_at,
  }
}
