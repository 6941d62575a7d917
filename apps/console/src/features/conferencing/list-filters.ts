import { DEFAULT_MEETING_RECORDS } from '@livetap/contract'

const DAY_MS = 86_400_000
/** A browser holds no more rows than this. */
const MAX_RECORDS = 10_000

interface Asked {
  from: string | undefined
  to: string | undefined
}

/** What an address leaves out, or what is no moment in it: from the usual days back until now. */
export function rangeOf({ from, to }: Asked, nowMs: number, pastDays: number) {
  const endMs = moment(to) ?? nowMs
  return { startMs: moment(from) ?? nowMs - pastDays * DAY_MS, endMs }
}

export function recordsOf(amount: string | undefined): number {
  const asked = Number(amount)
  if (!Number.isInteger(asked) || asked < 1) return DEFAULT_MEETING_RECORDS
  return Math.min(asked, MAX_RECORDS)
}

function moment(text: string | undefined): number | undefined {
  if (text === undefined || !/^\d{1,15}$/.test(text)) return undefined
  return Number(text)
}
