import { PICKER_STEP_MINUTES } from '@livetap/contract'

/** Dates as text are `yyyy/MM/dd HH:mm` in UTC, with `:ss` where seconds matter; a lone `yyyy/MM/dd` means the whole of that day. */
export interface MomentSpan {
  startMs: number
  endMs: number
}

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const STEP_MS = PICKER_STEP_MINUTES * MINUTE_MS

const momentPattern = /^(\d{4})\/(\d{1,2})\/(\d{1,2})(?:\s+(\d{1,2}):(\d{2})(?::(\d{2}))?)?$/

/** Null when the text is no date. With a time both ends are that moment, without one they span the day. */
export function parseMoment(text: string): MomentSpan | null {
  const match = momentPattern.exec(text.trim())
  if (!match) return null
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
  const [hour, minute, second] = [Number(match[4] ?? 0), Number(match[5] ?? 0), Number(match[6] ?? 0)]
  const startMs = Date.UTC(year, month - 1, day, hour, minute, second)
  const date = new Date(startMs)
  // Date.UTC carries 31 April over into May; such a date does not exist and is refused.
  const isDay = date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  const isTime = hour < 24 && minute < 60 && second < 60
  if (!isDay || !isTime || year < 1970) return null
  return { startMs, endMs: match[4] === undefined ? startMs + DAY_MS - 1 : startMs }
}

/** `start-end`, or a lone date for its whole day. Null when it is no range or ends before it starts. */
export function parseRange(text: string): MomentSpan | null {
  const parts = text.split('-')
  if (parts.length > 2) return null
  const first = parseMoment(parts[0] ?? '')
  const last = parts.length === 2 ? parseMoment(parts[1] ?? '') : first
  if (!first || !last || last.endMs < first.startMs) return null
  return { startMs: first.startMs, endMs: last.endMs }
}

export function formatDay(ms: number): string {
  const date = new Date(ms)
  return `${date.getUTCFullYear()}/${pad(date.getUTCMonth() + 1)}/${pad(date.getUTCDate())}`
}

export function formatMoment(ms: number): string {
  const date = new Date(ms)
  return `${formatDay(ms)} ${pad(date.getUTCHours())}:${pad(date.getUTCMinutes())}`
}

/** With its seconds, unless it is a whole minute. */
export function formatExactMoment(ms: number): string {
  const seconds = new Date(ms).getUTCSeconds()
  return seconds === 0 ? formatMoment(ms) : `${formatMoment(ms)}:${pad(seconds)}`
}

/** The last millisecond of the day, as a day without a time ends. */
export const endOfDay = (ms: number): number => Math.floor(ms / DAY_MS) * DAY_MS + DAY_MS - 1

/** An end of day is written as the day alone, which reads as the same moment again. */
export const formatRange = ({ startMs, endMs }: MomentSpan): string =>
  `${formatMoment(startMs)}-${endMs === endOfDay(endMs) ? formatDay(endMs) : formatMoment(endMs)}`

/** From `pastDays` back, on a picker step, to the end of today: what is made after the range belongs to it too. */
export function defaultRange(nowMs: number, pastDays: number): string {
  const startMs = Math.floor((nowMs - pastDays * DAY_MS) / STEP_MS) * STEP_MS
  return formatRange({ startMs, endMs: endOfDay(nowMs) })
}

/** A date of the text lies ahead. Today as a whole day has begun, so it does not. */
export const hasFuture = (text: string, nowMs: number): boolean =>
  text.split('-').some(part => (parseMoment(part)?.startMs ?? 0) > nowMs)

/** The times a picker offers on a day: every step, on today only those that have begun. */
export function timeSteps(day: string, nowMs: number): string[] {
  const span = parseMoment(day)
  if (!span) return []
  const steps: string[] = []
  for (let ms = span.startMs; ms < span.startMs + DAY_MS && ms <= nowMs; ms += STEP_MS) {
    steps.push(formatMoment(ms).slice(-5))
  }
  return steps
}

const pad = (value: number): string => String(value).padStart(2, '0')
