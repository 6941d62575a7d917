import type { Service, Severity } from '@livetap/contract'
import { z } from 'zod'
import type { LogRow } from '../event-rows'

/** An entry as Google Cloud Logging's REST API spells it: what it is found by are labels, the rest is payload. */
export interface CloudLogEntry {
  /** The same entry sent twice is kept once. */
  insertId: string
  timestamp: string
  severity: Severity
  labels: Record<string, string>
  jsonPayload: Record<string, unknown>
}

const label = {
  meeting: 'livetap_meeting',
  metric: 'livetap_metric',
  service: 'livetap_service',
  pod: 'livetap_pod',
}

export function cloudEntry(row: LogRow, insertId: string): CloudLogEntry {
  const { meeting, metric, service, pod, time, severity, message, fields } = row
  return {
    insertId,
    timestamp: time.toISOString(),
    severity,
    labels: {
      ...(meeting === null ? {} : { [label.meeting]: meeting }),
      [label.metric]: metric,
      [label.service]: service,
      [label.pod]: pod,
    },
    jsonPayload: { ...fields, message },
  }
}

const cloudEntrySchema = z.looseObject({
  timestamp: z.string(),
  severity: z.string().default('INFO'),
  labels: z.record(z.string(), z.string()).default({}),
  jsonPayload: z.record(z.string(), z.unknown()).default({}),
})

/** One page of `entries:list`. */
export const cloudPageSchema = z.object({
  entries: z.array(cloudEntrySchema).default([]),
  nextPageToken: z.string().optional(),
})

export function logRowOf(entry: z.output<typeof cloudEntrySchema>): LogRow {
  const { message, ...fields } = entry.jsonPayload
  return {
    meeting: entry.labels[label.meeting] ?? null,
    metric: entry.labels[label.metric] ?? '',
    service: (entry.labels[label.service] ?? '') as Service,
    pod: entry.labels[label.pod] ?? '',
    time: new Date(entry.timestamp),
    severity: entry.severity as Severity,
    message: typeof message === 'string' ? message : '',
    fields,
  }
}

/** The filter of the Logging query language; JSON's quotes are its quotes. */
export function cloudFilter(logName: string, { meeting, metric, pod, from, to }: CloudQuery): string {
  const equal = [
    ['logName', logName],
    [`labels.${label.meeting}`, meeting],
    [`labels.${label.metric}`, metric],
    [`labels.${label.pod}`, pod],
  ] as const
  return [
    ...equal.flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${JSON.stringify(value)}`])),
    `timestamp>=${JSON.stringify(from.toISOString())}`,
    `timestamp<=${JSON.stringify(to.toISOString())}`,
  ].join(' AND ')
}

export interface CloudQuery {
  meeting: string
  metric: string
  pod?: string
  from: Date
  to: Date
}
