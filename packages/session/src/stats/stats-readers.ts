import { type StatsAnswer, type VmcTimeStats, vmcTimeStatsOf } from '@livetap/contract'
import type { MeetingFacts } from './meeting-facts'
import type { LifeMark, StatsValue } from './stats-row'

type Values = StatsAnswer['values']

export const moments = (values: Values): StatsValue[] => values.map(({ timestamp }) => ({ at: timestamp }))
/** The end that an entry names; the entry's own time where it names none. */
export const endOf = (value: Values[number] | undefined): string | undefined =>
  typeof value?.end_time === 'string' ? value.end_time : value?.timestamp
export const ends = (values: Values): StatsValue[] =>
  values.flatMap(value => endOf(value) ?? []).map(at => ({ at }))
export const first = (values: Values) => values.slice(0, 1)
export const last = (values: Values) => values.slice(-1)

export const texted = (values: Values, field: string): StatsValue[] =>
  values
    .map(value => value[field])
    .filter(value => value !== undefined && value !== null && value !== '')
    .map(value => ({ text: String(value) }))

/** Of the first of them that has it. */
export const textOf = (values: Values, field: string): string | undefined => {
  const text = values.find(value => typeof value[field] === 'string')?.[field]
  return typeof text === 'string' && text !== '' ? text : undefined
}

/** The middle one of a field's numbers. */
export function median(values: Values, field: string): number | undefined {
  const numbers = values.map(value => value[field]).filter(value => typeof value === 'number')
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]
}

/** Milliseconds of a field, in seconds. */
export const seconds = (values: Values, field: string): StatsValue[] =>
  values
    .map(value => value[field])
    .filter(value => typeof value === 'number')
    .map(ms => ({ text: String(ms / 1000) }))

export const counted = ({ count, values }: StatsAnswer): StatsValue[] =>
  values.length > 0 ? [{ text: String(count) }] : []

export const total =
  (name: keyof VmcTimeStats) =>
  ({ values }: StatsAnswer): StatsValue[] => {
    const stats = vmcTimeStatsOf(String(last(values)[0]?.message ?? ''))
    return stats ? [{ text: String(stats[name]) }] : []
  }

/** An answer holds so many values at most, the newest. */
const MAX_VALUES = 1000

export function textMarks(values: Values): LifeMark[] {
  if (values.length === 0) return []
  const begun = values.length < MAX_VALUES ? [{ label: 'First text', at: values[0]!.timestamp }] : []
  return [...begun, { label: 'Last text', at: values.at(-1)!.timestamp }]
}

/** What a socket closes with whose connection broke without a close frame. */
const BROKEN = 1006

export const cutFacts = ({ values }: StatsAnswer): MeetingFacts => ({
  cuts: values.filter(({ code }) => code === BROKEN).length,
  endedByCut: values.at(-1)?.code === BROKEN,
})

export const cutMarks = (values: Values): LifeMark[] =>
  values.filter(({ code }) => code === BROKEN).map(({ timestamp }) => ({ label: 'Cut', at: timestamp }))
