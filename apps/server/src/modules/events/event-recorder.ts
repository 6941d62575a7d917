import type { LedgerFields, LedgerKey, MetricFields, MetricKey } from '@livetap/contract'
import type { Log } from '../../platform/log/log'
import type { Metrics } from '../../platform/metrics/metrics'
import { waitAtMost } from '../../platform/wait-at-most'
import { BatchWriter } from './batch-writer'
import type { CloudForwarder } from './cloud/cloud-forwarder'
import { type LedgerEntry, type LedgerRow, type LogEntry, type LogRow, ledgerRow } from './event-rows'
import type { EventsStore, MeetingEvents } from './events.store'
import { sharedWait } from './shared-wait'

/** What happened in one meeting. */
export interface MeetingRecord {
  log<Key extends MetricKey>(metric: Key, fields: MetricFields<Key>, time?: Date): void
  ledger<Key extends LedgerKey>(event: Key, fields: LedgerFields<Key>, time?: Date): void
  add(entries: MeetingEvents): void
}

/** What happened, kept for the statistics screens. Takes what the catalogue names; never waits and never throws. */
export interface EventRecorder {
  /** What belongs to no meeting. */
  log<Key extends MetricKey>(metric: Key, fields: MetricFields<Key>): void
  of(meetingId: string): MeetingRecord
  /** Resolves when every ledger event recorded before is in the database, or the database stayed away too long. */
  ledgerWritten(): Promise<void>
  /** How many entries were lost since the start, and how many wait. */
  loss(): { log: number; ledger: number; waiting: number }
  /** Resolves when everything recorded before can be read, regardless of what is recorded meanwhile. */
  written(): Promise<void>
}

export interface EventRecorderOptions {
  store: Pick<EventsStore, 'insertLogs' | 'appendLedger' | 'logRow'>
  /** Sends what is committed to where it is read from instead of the database. */
  forwarder?: Pick<CloudForwarder, 'sent'>
  log: Log
  metrics: Metrics
}

/** Hours of an outage: an event of the ledger is not given up as long as the process lives. */
const LEDGER_BUFFER = 500_000
/** A reader waits this long for what is on its way to the cloud. */
const FORWARDED_MS = 3000
/** A call that waited this long for the database answers all the same: its event is in the buffer. */
const WRITTEN_TIMEOUT_MS = 10_000

export function createEventRecorder(options: EventRecorderOptions) {
  const { store, forwarder, log, metrics } = options
  const dropped = metrics.counter('livetap_events_dropped_total', 'Events that were not kept', [
    'kind',
    'reason',
  ])
  const lost = { log: 0, ledger: 0 }
  const common = (kind: 'log' | 'ledger') => ({
    onDropped(count: number, reason: string) {
      lost[kind] += count
      dropped.inc({ kind, reason }, count)
    },
    onFailure: (error: Error) =>
      log.warn({ kind, reason: error.message }, 'events buffered: database unavailable'),
  })
  const logs = new BatchWriter<LogRow>({ ...common('log'), write: rows => store.insertLogs(rows) })
  const ledger = new BatchWriter<LedgerRow>({
    ...common('ledger'),
    bufferSize: LEDGER_BUFFER,
    write: rows => store.appendLedger(rows),
  })
  metrics.gauge(
    'livetap_events_waiting',
    'Events not yet in the database',
    () => logs.waiting + ledger.waiting,
  )
  const unlessInvalid = (kind: 'log' | 'ledger', name: string, add: () => void) => {
    try {
      add()
    } catch (error) {
      lost[kind] += 1
      dropped.inc({ kind, reason: 'invalid' })
      log.error({ kind, name, err: error }, 'event does not match the catalogue')
    }
  }
  const addLog = (meeting: string | null, entry: LogEntry) =>
    unlessInvalid('log', entry.metric, () => logs.add(store.logRow(entry, meeting)))
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
    ledgerWritten: async () => void (await waitAtMost(WRITTEN_TIMEOUT_MS, ledger.written())),
    loss: () => ({ ...lost, waiting: logs.waiting + ledger.waiting }),
    written: sharedWait(async () => {
      await Promise.all([logs.written(), ledger.written()])
      await forwarder?.sent(AbortSignal.timeout(FORWARDED_MS))
    }),
    async close() {
      await Promise.all([logs.close(), ledger.close()])
    },
  } satisfies EventRecorder & { close(): Promise<void> }
}
