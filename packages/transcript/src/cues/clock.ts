import type { TimeRange } from '../model'

/** A protobuf-like duration in milliseconds: seconds*1000 plus nanos/1e6. */
export function millisOf(time: { seconds?: number | string; nanos?: number }): number {
  return Number(time.seconds ?? 0) * 1000 + (time.nanos ?? 0) / 1e6
}

function whole(ms: number): number {
  return Number.isFinite(ms) && ms > 0 ? Math.floor(ms) : 0
}

function digits(value: number, length: number): string {
  return String(value).padStart(length, '0')
}

function clockWith(ms: number, separator: string): string {
  const total = whole(ms)
  const hours = Math.floor(total / 3_600_000)
  const minutes = Math.floor(total / 60_000) % 60
  const seconds = Math.floor(total / 1000) % 60
  return `${digits(hours, 2)}:${digits(minutes, 2)}:${digits(seconds, 2)}${separator}${digits(total % 1000, 3)}`
}

/** hh:mm:ss.mmm; hours grow past two digits, what is no time reads as zero. */
export function clockText(ms: number): string {
  return clockWith(ms, '.')
}

/** The same with a comma, as SubRip wants it. */
export function subripClockText(ms: number): string {
  return clockWith(ms, ',')
}

/** hh:mm:ss, for places where milliseconds are noise. */
export function shortClockText(ms: number): string {
  return clockText(ms).slice(0, -4)
}

/** m:ss, or h:mm:ss from an hour on: for the sentences that name a moment. */
export function minuteClockText(ms: number): string {
  return shortClockText(ms).replace(/^(00:0?|0)/, '')
}

export function timeText(range: TimeRange): string {
  return `${clockText(range.startMs)} - ${clockText(range.endMs)}`
}

export function csisText(csis: readonly number[]): string {
  return csis.join(', ')
}
