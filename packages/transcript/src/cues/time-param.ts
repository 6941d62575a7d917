import { millisOf } from './clock'

const UNITS = /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+(?:\.\d+)?)s?)?$/
const CLOCK = /^(?:(\d+):)?(\d{1,2}):(\d{1,2}(?:\.\d+)?)$/

/** Milliseconds of a `?t=` value: `83.5`, `83.5s`, `1h2m3s` or `01:02:03.5`; undefined when it is none of them. */
export function parseTimeParam(value: string): number | undefined {
  const text = value.trim()
  const match = text === '' ? null : (CLOCK.exec(text) ?? UNITS.exec(text))
  if (!match) return undefined
  const [, hours = '0', minutes = '0', seconds = '0'] = match
  const ms = millisOf({ seconds: Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) })
  return Number.isSafeInteger(Math.round(ms)) ? Math.round(ms) : undefined
}

/** The `?t=` value of a moment, in seconds. */
export function timeParam(ms: number): string {
  return String(Math.max(0, Math.round(ms)) / 1000)
}
