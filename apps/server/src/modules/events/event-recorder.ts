import type { Log } from '../../platform/log/log'
import type { Metrics } from '../../platform/metrics/metrics'
import { BatchWriter } from './batch-writer'
import type { EventsStore, LedgerRow, LogRow } from './events.store'

export interface LogEvent {
  meeting?: string | undefined
  metric: string
  service: string
  time?: Date
  fields?: Record<string, unknown>
}

export interface LedgerEvent {
  meeting: string
  name: string
  time?: Date
  fields?: Record<string, unknown>
}

/** What happened, kept for the statistics screens. Recording never waits and never throws. */
export interface EventRecorder {
  log(event: LogEvent): void
  ledger(event: LedgerEvent): void
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
    onFailure: (error: Error) => log.warn({ kind, reason: error.message }, 'events wait for the database'),
  })
  const logs = new BatchWriter<LogRow>({ ...common('log'), write: rows => store.insertLogs(rows) })
  const ledger = new BatchWriter<LedgerRow>({ ...common('ledger'), write: rows => store.insertLedger(rows) })
  metrics.gauge(
    'livetap_events_waiting',
    'Events not yet in the database',
    () => logs.waiting + ledger.waiting,
  )

  return {
    log: ({ meeting, metric, service, time = new Date(), fields = {} }: LogEvent) =>
      logs.add({ meeting: meeting ?? null, metric, service, pod, time, fields }),
    ledger: ({ meeting, name, time = new Date(), fields = {} }: LedgerEvent) =>
      ledger.add({ meeting, name, time, fields }),
    async flush() {
      await Promise.all([logs.flush(), ledger.flush()])
    },
    async close() {
      await Promise.all([logs.close(), ledger.close()])
    },
  } satisfies EventRecorder & { close(): Promise<void> }
}
