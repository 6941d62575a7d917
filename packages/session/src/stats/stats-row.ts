import type { StatsAnswer } from '@livetap/contract'
import type { MeetingFacts } from './meeting-facts'

/** The headings that the rows stand under. */
export const statsGroups = {
  meeting: 'Meeting',
  room: 'Room (hotword)',
  engine: 'Engine (nutcracker)',
  text: 'Text and highlights',
  client: 'Assistant’s client (VMC)',
  glados: 'Glados',
} as const
type StatsGroup = keyof typeof statsGroups

/** A moment is shown in the zone that the reader chose; anything else as it is. */
export type StatsValue = { readonly at: string } | { readonly text: string }

export interface StatsRow {
  readonly id: string
  readonly group: StatsGroup
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
  readonly group: StatsGroup
  readonly metric: string
  readonly fields: readonly string[]
  /** Asked only where the first has no entry. */
  readonly otherwise?: string
  /**
   * Up to when it is asked for: the end that the address names, or the end that was found. Without it up to now, for what
   * comes after the meeting.
   */
  readonly until?: 'asked' | 'end'
  /** Asked of the process that the room was opened in, up to the end that was found, with the names of pod queries. */
  readonly ofPod?: true
  readonly rows: readonly StatsRowDefinition[]
  /** Stations of the meeting's life that no row shows. */
  readonly marks?: (values: StatsAnswer['values']) => readonly LifeMark[]
  /** What its answer says for the verdict. */
  readonly facts?: (answer: StatsAnswer) => MeetingFacts
}

export interface LifeMark {
  readonly label: string
  readonly at: string
}
