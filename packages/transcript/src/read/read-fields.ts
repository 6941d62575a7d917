import { millisOf } from '../cues/clock'

/** Readers for data of unknown shape: a value of the wrong kind reads as absent. */
export type Fields = Readonly<Record<string, unknown>>

export function fieldsOf(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

export function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

export function numbersOf(value: unknown): number[] {
  const numbers: number[] = []
  for (const item of listOf(value)) {
    const number = numberOf(item)
    if (number !== undefined) numbers.push(number)
  }
  return numbers
}

/** An id given as text or number, as text. */
export function idOf(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** `start_millis`, or `start_time` in seconds and nanos; never negative. */
export function startOf(fields: Fields): number | undefined {
  return momentOf(fields.start_millis, fields.start_time)
}

/** `end_millis`, or `end_time` in seconds and nanos; never negative. */
export function endOf(fields: Fields): number | undefined {
  return momentOf(fields.end_millis, fields.end_time)
}

function momentOf(millis: unknown, time: unknown): number | undefined {
  const ms = numberOf(millis) ?? (time === undefined ? undefined : protobufMoment(time))
  return ms === undefined ? undefined : Math.max(0, ms)
}

function protobufMoment(value: unknown): number | undefined {
  const fields = fieldsOf(value)
  if (!fields) return undefined
  return millisOf({ seconds: numberOf(fields.seconds) ?? 0, nanos: numberOf(fields.nanos) ?? 0 })
}
