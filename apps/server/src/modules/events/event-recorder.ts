import type { LedgerFields, LedgerKey, MetricFields, MetricKey } from '@livetap/contract'
import type { Log } from '../../platform/log/log'
import type { Metrics } from '../../platform/metrics/metrics'
import { BatchWriter } from './batch-writer'
import { type LedgerEntry, type LogEntry, ledgerRow, logRow } from './event-rows'
import type { EventsStore, LedgerRow, LogRow } from './events.store'

/** What happened in one meeting. */
export interface MeetingRecord {
  log<Key extends MetricKey>(metric: Key, fields: MetricFields<Key>, time?: Date): void
  ledger<Key extends LedgerKey>(event: Key, fields: LedgerFields<Key>, time?: Date): void
  add(entries: { logs?: readonly LogEntry[]; ledger?: readonly LedgerEntry[] }): void
}

/** What happened, kept for the statistics screens. Takes what the catalogue names; never waits and never throws. */
export interface EventRecorder {
  /** What belongs to no meeting. */
  log<Key extends MetricKey>(metric: Key, fields: MetricFields<Key>): void
  of(meetingId: string): MeetingRecord
  /** Resolves when everything recorded before is in the database. */
  flush(): Promise<void>
}

export interface EventRecorderOptions {
  store: EventsStore
  /** Which process recorded it. */
  pod: string
  log: Log
  metrics: Metrics
}

export function createEventRecorder({ store, pod, log, metrics }: EventRecorderOptions) {
  const dropped = metrics.counter('livetap_events_dropped_total', 'Events that were not kept', [
    'kind',
    'reason',
  ])
  const common = (kind: string) => ({
    onDropped: (count: number, reason: string) => dropped.inc({ kind, reason }, count),
    onFailure: (error: Error) =>
      log.warn({ kind, reason: error.message }, 'events buffered: database unavailable'),
  })
  const logs = new BatchWriter<LogRow>({ ...common('log'), write: rows => store.insertLogs(rows) })
  const ledger = new BatchWriter<LedgerRow>({ ...common('ledger'), write: rows => store.insertLedger(rows) })
  metrics.gauge(
    'livetap_events_waiting',
    'Events not yet in the database',
    () => logs.waiting + ledger.waiting,
  )
  const unlessInvalid = (kind: 'log' | 'ledger', name: string, add: () => void) => {
    try {
      add()
    } catch (error) {
      dropped.inc({ kind, reason: 'invalid' })
      log.error({ kind, name, err: error }, 'event does not match the catalogue')
    }
  }
  const addLog = (meeting: string | null, entry: LogEntry) =>
    unlessInvalid('log', entry.metric, () => logs.add(logRow(entry, meeting, pod)))
  const addLedger = (meeting: string, entry: LedgerEntry) =>
    unlessInvalid('ledger', entry.event, () => ledger.add(ledgerRow(entry, meeting)))

  return {
    log: (metric, fields) => addLog(null, { metric, fields } as LogEntry),
    of: meeting => ({
      log: (metric, fields, time = new Date()) => addLog(meeting, { metric, fields, time } as LogEntry),
      ledger: (event, fields, time = new Date()) =>
        addLedger(meeting, { event, fields, time } as LedgerEntry),
      add(entries) {
        for (const entry of entries.logs ?? []) addLog(meeting, entry)
        for (const entry of entries.ledger ?? []) addLedger(meeting, entry)
      },
    }),
    async flush() {
      await Promise.all([logs.flush(), ledger.flush()])
    },
    async close() {
      await Promise.all([logs.close(), ledger.close()])
    },
  } satisfies EventRecorder & { close(): Promise<void> }
}
