import { SERVICES, SEVERITIES } from '@livetap/contract'

const oneOf = <T extends string>(known: readonly T[], value: string | null): T | undefined =>
  known.find(one => one === value)

/** The address as the call takes it; what it does not know is left out. */
export function logFilters(search: URLSearchParams) {
  const text = (name: string) => search.get(name)?.trim() || undefined
  return {
    meeting: text('meeting'),
    metric: text('metric'),
    pod: text('pod'),
    text: text('text'),
    from: text('from'),
    to: text('to'),
    service: oneOf(SERVICES, search.get('service')),
    severity: oneOf(SEVERITIES, search.get('severity')),
  }
}
