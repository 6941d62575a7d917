import type { Service, Severity } from '@livetap/contract'

export interface MetricQuery {
  meeting: string
  metric: string
  pod?: string
  from: Date
  to: Date
}

/** What the list and the histogram have in common. */
export interface LogRange {
  meeting?: string
  metric?: string
  service?: Service
  severity?: Severity
  pod?: string
  text?: string
  from: Date
  to: Date
}

export interface LogFilter extends LogRange {
  /** Only what lies before this entry. */
  before?: { time: Date; id: number }
  limit: number
}
