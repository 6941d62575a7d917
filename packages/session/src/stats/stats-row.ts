import type { StatsAnswer } from '@livetap/contract'

/** A moment is shown in the zone that the reader chose; anything else as it is. */
export type StatsValue = { readonly at: string } | { readonly text: string }

export interface StatsRow {
  readonly id: string
  readonly label: string
  readonly loading: boolean
  /** Whether the values come from the logs, and are no text for their absence. */
  readonly found: boolean
  readonly values: readonly StatsValue[]
  /** Where the log entries behind it can be looked at. */
  readonly url: string | undefined
}

export interface StatsRowDefinition {
  readonly id: string
  readonly label: string
  readonly read: (answer: StatsAnswer) => readonly StatsValue[]
  /** Shown where nothing was found. */
  readonly fallback?: string
}

/** One question to the logs, and the rows that its answer fills. */
export interface StatsQueryDefinition {
  readonly metric: string
  readonly fields: readonly string[]
  /** Asked only where the first has no entry. */
  readonly otherwise?: string
  /** What happens up to the end of the meeting is asked for up to it; the rest comes later. */
  readonly until?: 'end'
  /** Asked of the process that the room was opened in, with the names of pod queries. */
  readonly ofPod?: true
  readonly rows: readonly StatsRowDefinition[]
  /** Stations of the meeting's life that no row shows. */
  readonly marks?: (values: StatsAnswer['values']) => readonly LifeMark[]
}

export interface LifeMark {
  readonly label: string
  readonly at: string
}
