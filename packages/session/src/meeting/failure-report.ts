import type { LedgerEventWire, LogEntryWire, MeetingDetail } from '@livetap/contract'
import { ledgerEvents } from '@livetap/contract'

/** What is known of a meeting that could not be processed; what the server does not keep for us is absent. */
export interface KnownFailure {
  detail: MeetingDetail
  lastGood?: LedgerEventWire
  errorEntry?: LogEntryWire
}

const AFTER_THE_FAILURE: ReadonlySet<string> = new Set([
  ledgerEvents.meetingEnded.name,
  ledgerEvents.meetingRenamed.name,
  ledgerEvents.processingRetried.name,
])

/** The last thing that still went well. */
export function lastGoodEvent(events: readonly LedgerEventWire[]): LedgerEventWire | undefined {
  return events
    .filter(({ name }) => !AFTER_THE_FAILURE.has(name))
    .toSorted((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt))
    .at(-1)
}

/** `decode (stage 2 of 10)`. */
export const stageName = ({ stage, stage_number, stage_count }: MeetingDetail): string =>
  stage_number && stage_count
    ? `${stage || 'queued'} (stage ${stage_number} of ${stage_count})`
    : stage || 'queued'

/** As text for those who look after the installation. It holds nothing that was said. */
export function failureReport({ detail, lastGood, errorEntry }: KnownFailure, page: string): string {
  const fields = errorEntry ? JSON.stringify(errorEntry.fields) : ''
  const rows = [
    ['Meeting', detail.title],
    ['Id', detail.id],
    ['Status', detail.status],
    ['Stage', stageName(detail)],
    ['Cause', detail.error],
    ['Start', detail.start],
    ['Source', detail.source],
    ['Region', detail.region],
    ['Last good event', lastGood && `${lastGood.name} #${lastGood.id} at ${lastGood.createdAt}`],
    [
      'Error log',
      errorEntry &&
        `${errorEntry.time} ${errorEntry.severity} ${errorEntry.service} ${errorEntry.metric} ${errorEntry.message} ${fields}`,
    ],
    ['Pod', errorEntry?.pod],
    ['Page', page],
  ]
  return rows.flatMap(([name, value]) => (value ? [`${name}: ${value}`] : [])).join('\n')
}
