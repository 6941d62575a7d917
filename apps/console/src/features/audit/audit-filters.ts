import { AUDIT_RESULTS, auditActionNames } from '@livetap/contract'
import type { AuditQuery } from '@livetap/session'
import { changedFilters, oneOf } from '../../shared/address-filters'

/** The filters of the address, in the order of their chips. */
export const filterNames = ['actor', 'action', 'target', 'result', 'from', 'to'] as const
export type FilterName = (typeof filterNames)[number]

/** The entry whose details are shown. */
export const OPEN = 'entry'

const isMoment = (text: string) => !Number.isNaN(Date.parse(text))

/** The address as the call takes it; what it does not know is left out. */
export function auditQuery(search: URLSearchParams): AuditQuery {
  const text = (name: FilterName) => search.get(name)?.trim() || undefined
  const moment = (name: 'from' | 'to') => {
    const given = text(name)
    return given !== undefined && isMoment(given) ? given : undefined
  }
  return {
    actor: text('actor'),
    action: oneOf(auditActionNames, text('action')),
    target: text('target'),
    result: oneOf(AUDIT_RESULTS, text('result')),
    from: moment('from'),
    to: moment('to'),
  }
}

/** Another filter in the address; an empty value takes it out, and another list has no entry open. */
export function withAuditFilters(
  search: URLSearchParams,
  change: Readonly<Partial<Record<FilterName, string>>>,
): URLSearchParams {
  return changedFilters(search, change, OPEN)
}

/** The address without the open entry: what the list asks for. */
export function listAddress(search: URLSearchParams): string {
  return withAuditFilters(search, {}).toString()
}
