import {
  type LedgerDefinition,
  type LedgerFields,
  type LedgerKey,
  ledgerEvents,
  type MetricDefinition,
  type MetricFields,
  type MetricKey,
  metrics,
  type Severity,
} from '@livetap/contract'

export interface LogRow {
  meeting: string | null
  metric: string
  service: string
  pod: string
  time: Date
  severity: Severity
  message: string
  fields: Record<string, unknown>
}

export interface LedgerRow {
  meeting: string
  name: string
  time: Date
  fields: Record<string, unknown>
}

/** A log entry of the catalogue. */
export type LogEntry = {
  [Key in MetricKey]: { metric: Key; fields: MetricFields<Key>; time?: Date }
}[MetricKey]

/** A ledger event of the catalogue. */
export type LedgerEntry = {
  [Key in LedgerKey]: { event: Key; fields: LedgerFields<Key>; time?: Date }
}[LedgerKey]

/** Throws where the fields are not those of the catalogue. */
export function logRow(entry: LogEntry, meeting: string | null, pod: string): LogRow {
  const { name, service, fields, message, severity }: MetricDefinition = metrics[entry.metric]
  const parsed = fields.parse(entry.fields)
  return {
    meeting,
    metric: name,
    service,
    pod,
    time: entry.time ?? new Date(),
    severity: severity(parsed),
    message: message(parsed),
    fields: parsed,
  }
}

export function ledgerRow(entry: LedgerEntry, meeting: string): LedgerRow {
  const { name, fields }: LedgerDefinition = ledgerEvents[entry.event]
  const time = entry.time ?? new Date()
  return {
    meeting,
    name,
    time,
    fields: { timestamp: time.toISOString(), ...fields.parse(entry.fields) },
  }
}
