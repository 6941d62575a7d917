import type { Service, Severity } from '@livetap/contract'

export interface MetricQuery {
  meeting: string
  metric: string
  pod?: string | undefined
  from: Date
  to: Date
}

/** What the list and the histogram have in common. */
export interface LogRange {
  meeting?: string | undefined
  metric?: string | undefined
  service?: Service | undefined
  severity?: Severity | undefined
  pod?: string | undefined
  text?: string | undefined
  from: Date
  to: Date
}

export interface LogFilter extends LogRange {
  /** Only what lies before this entry. */
  before?: { time: Date; id: number } | undefined
  limit: number
}
