import { SERVICES, SEVERITIES } from '@livetap/contract'
import type { LogQuery } from '@livetap/session'
import { oneOf } from '../../../shared/address-filters'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Ranges that move with the clock, by their name in the address. */
export const ranges: Readonly<Record<string, { label: string; ms: number }>> = {
  '15m': { label: 'Last 15 minutes', ms: 15 * MINUTE_MS },
  '1h': { label: 'Last hour', ms: HOUR_MS },
  '24h': { label: 'Last 24 hours', ms: 24 * HOUR_MS },
  '7d': { label: 'Last 7 days', ms: 7 * 24 * HOUR_MS },
}

/** Where the address names no range. */
export const DEFAULT_RANGE = '1h'

/** The address as the call takes it; what it does not know is left out. A meeting without a range has its own. */
export function logQuery(search: URLSearchParams): LogQuery {
  const text = (name: string) => search.get(name)?.trim() || undefined
  const meeting = text('meeting')
  const range = { from: text('from'), to: text('to') }
  const isOpen = range.from === undefined && range.to === undefined
  const named = ranges[search.get('last') ?? '']
  const lastMs = (named ?? (isOpen && !meeting ? ranges[DEFAULT_RANGE] : undefined))?.ms
  return {
    meeting,
    metric: text('metric'),
    pod: text('pod'),
    text: text('text'),
    service: oneOf(SERVICES, search.get('service')),
    severity: oneOf(SEVERITIES, search.get('severity')),
    ...(lastMs !== undefined ? { lastMs } : isOpen ? { ofMeeting: true as const } : range),
  }
}
