import { SERVICES, SEVERITIES } from '@livetap/contract'
import type { LogQuery } from '@livetap/session'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Ranges that move with the clock, by their name in the address. */
export const ranges: Readonly<Record<string, { label: string; ms: number }>> = {
  '15m': { label: 'Last 15 minutes', ms: 15 * MINUTE_MS },
  '1h': { label: 'Last hour', ms: HOUR_MS },
  '24h': { label: 'Last 24 hours', ms: 24 * HOUR_MS },
  '7d': { label: 'Last 7 days', ms: 7 * 24 * HOUR_MS },
}

const oneOf = <T extends string>(known: readonly T[], value: string | null): T | undefined =>
  known.find(one => one === value)

/** The address as the call takes it; what it does not know is left out. */
export function logQuery(search: URLSearchParams): LogQuery {
  const text = (name: string) => search.get(name)?.trim() || undefined
  const lastMs = ranges[search.get('last') ?? '']?.ms
  return {
    meeting: text('meeting'),
    metric: text('metric'),
    pod: text('pod'),
    text: text('text'),
    service: oneOf(SERVICES, search.get('service')),
    severity: oneOf(SEVERITIES, search.get('severity')),
    ...(lastMs === undefined ? { from: text('from'), to: text('to') } : { lastMs }),
  }
}

/** Another filter in the address; an empty value takes it out. */
export function withFilters(
  search: URLSearchParams,
  change: Readonly<Record<string, string>>,
): URLSearchParams {
  const next = new URLSearchParams(search)
  for (const [name, value] of Object.entries(change))
    if (value.trim()) next.set(name, value.trim())
    else next.delete(name)
  return next
}
