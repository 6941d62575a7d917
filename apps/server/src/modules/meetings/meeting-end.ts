import { type EndReason, endReasonText, endsSuccessfully, type LedgerFields } from '@livetap/contract'
import type { LedgerEntry, LogEntry } from '../events'

export interface MeetingEnd {
  reason: EndReason
  startedAt: Date
  endedAt?: Date
  /** Of the entries: the end itself, unless what they tell happened at another moment. */
  time?: Date
  /** Where a recording's processing stood. */
  stage?: string
  error?: string
  /** What else is known of the end. */
  facts?: Omit<LedgerFields<'meetingEnded'>, 'reason' | 'stage' | 'error'>
}

/** Every end leaves the same: one event in the ledger, its reason in the log, and success where it can be read. */
export function endEntries({
  reason,
  startedAt,
  endedAt,
  time = endedAt ?? new Date(),
  stage,
  error,
  facts,
}: MeetingEnd) {
  const where = { stage: stage || undefined, error: error || undefined }
  const logs: LogEntry[] = [
    {
      metric: 'meetingEndReason',
      fields: { meeting_end_reason: endReasonText(reason, stage), ...where },
      time,
    },
  ]
  if (endsSuccessfully(reason))
    logs.push({
      metric: 'meetingCompleted',
      fields: {
        start_time: startedAt.toISOString(),
        end_time: endedAt?.toISOString(),
      },
      time,
    })
  const ledger: LedgerEntry[] = [{ event: 'meetingEnded', fields: { reason, ...where, ...facts }, time }]
  return { logs, ledger }
}
