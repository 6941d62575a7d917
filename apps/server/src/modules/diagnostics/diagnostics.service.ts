import {
  type LedgerChain,
  type LedgerEventWire,
  type LogEntryWire,
  type LogHistogram,
  logsPath,
  type SiteUsage,
  type StatsAnswer,
} from '@livetap/contract'
import type { Viewer } from '../access'
import type { CloudLogging, EventRecorder, LedgerStore, LogRow } from '../events'
import { histogramStep } from './histogram-step'
import type { LogFilter, LogRange, MetricQuery } from './log-query'
import type { LogQueryStore } from './log-query.store'
import type { UsageStore } from './usage.store'

const DAY_MS = 86_400_000

export interface DiagnosticsServiceOptions {
  logs: LogQueryStore
  /** Where the statistics are read from instead, when it is configured. */
  cloud: CloudLogging | undefined
  ledger: LedgerStore
  usage: UsageStore
  recorder: Pick<EventRecorder, 'written'>
  pastDays: number
}

/** What happened, read back from where it was written. */
export class DiagnosticsService {
  constructor(private readonly options: DiagnosticsServiceOptions) {}

  async stats(query: MetricQuery, fields: readonly string[] | undefined): Promise<StatsAnswer> {
    await this.options.recorder.written()
    const { logs, cloud } = this.options
    if (cloud) {
      const entries = await cloud.entriesOf(query)
      return { count: countOf(entries), values: entries.map(entry => valuesOf(entry, fields)) }
    }
    const [count, entries] = await Promise.all([logs.countOf(query), logs.entriesOf(query)])
    return { count, values: entries.map(entry => valuesOf(entry, fields)) }
  }

  /** Where the same entries can be looked at. */
  statsUrl(query: MetricQuery): string {
    const { meeting, metric, pod, from, to } = query
    return (
      this.options.cloud?.explorerUrl(query) ??
      logsPath({ meeting, metric, pod, from: from.toISOString(), to: to.toISOString() })
    )
  }

  async ledger(meeting: string): Promise<LedgerEventWire[]> {
    await this.options.recorder.written()
    const rows = await this.options.ledger.of(meeting)
    return rows.map(({ id, number, name, time, fields }) => ({
      id: String(number ?? `row-${id}`),
      name,
      createdAt: time.toISOString(),
      eventFields: Object.entries(fields).map(([field, value]) => ({
        id: `${id}-${field}`,
        name: field,
        value: typeof value === 'string' ? value : JSON.stringify(value),
      })),
    }))
  }

  async ledgerChain(meeting: string): Promise<LedgerChain> {
    await this.options.recorder.written()
    const { ledger } = this.options
    const [{ events, breaks }, stone] = await Promise.all([
      ledger.verify(meeting),
      ledger.tombstoneOf(meeting),
    ])
    return {
      events,
      breaks,
      tombstone: stone
        ? {
            events: stone.number,
            removed_at: stone.removed_at.toISOString(),
            reason: stone.reason,
            genuine: stone.isGenuine,
          }
        : null,
    }
  }

  /** Both days belong to the range. */
  usage(
    viewer: Viewer,
    region: string,
    startDate: string | undefined,
    endDate: string | undefined,
  ): Promise<SiteUsage[]> {
    const today = new Date().toISOString().slice(0, 10)
    const from = startDate ? Date.parse(startDate) : Date.parse(today) - this.options.pastDays * DAY_MS
    const until = Date.parse(endDate ?? today) + DAY_MS
    return this.options.usage.perSite(viewer, region, new Date(from), new Date(until))
  }

  async search(viewer: Viewer, filter: LogFilter): Promise<{ entries: LogEntryWire[]; next: string | null }> {
    await this.options.recorder.written()
    const found = await this.options.logs.search(viewer, filter)
    const last = found.length === filter.limit ? found.at(-1) : undefined
    return {
      entries: found.map(entry => ({ ...entry, id: String(entry.id), time: entry.time.toISOString() })),
      next: last ? `${last.time.getTime()}_${last.id}` : null,
    }
  }

  /** As far as they are written by now; stops counting at `atMost`. */
  count(viewer: Viewer, range: LogRange, atMost: number): Promise<number> {
    return this.options.logs.count(viewer, range, atMost)
  }

  async histogram(viewer: Viewer, range: LogRange): Promise<LogHistogram> {
    await this.options.recorder.written()
    const { logs } = this.options
    const stepMs = histogramStep(await logs.spanMs(viewer, range))
    const buckets = await logs.histogram(viewer, range, stepMs)
    return {
      step_ms: stepMs,
      buckets: buckets.map(bucket => ({ ...bucket, time: bucket.time.toISOString() })),
    }
  }

  /** Where a range begins that was given no start. */
  defaultStart(): Date {
    return new Date(Date.now() - this.options.pastDays * DAY_MS)
  }
}

/** An entry without a count of its own is one. */
const countOf = (entries: readonly LogRow[]) =>
  entries.reduce((sum, { fields }) => sum + Number(fields.count ?? 1), 0)

/** `message` and `pod_name` can be asked for like any field. */
function valuesOf({ time, message, pod, fields }: LogRow, asked: readonly string[] | undefined) {
  const known: Record<string, unknown> = { pod_name: pod, message, ...fields }
  const names = asked ?? Object.keys(known)
  const values = names.filter(name => name in known).map(name => [name, known[name]] as const)
  return { ...Object.fromEntries(values), timestamp: time.toISOString() }
}
