import { type AccountState, accountStates, type Role, roles } from '@livetap/contract'
import { changedFilters, oneOf } from '../../shared/address-filters'

/** The filters of the address, in the order of their fields. */
export const filterNames = ['q', 'role', 'state', 'team'] as const
export type FilterName = (typeof filterNames)[number]

/** The account whose details are shown. */
export const OPEN = 'account'

export interface AccountQuery {
  q?: string
  role?: Role
  state?: AccountState
  team?: string
}

/** The address as the call takes it; what it does not know is left out. */
export function accountQuery(search: URLSearchParams): AccountQuery {
  const text = (name: FilterName) => search.get(name)?.trim() || undefined
  return {
    q: text('q'),
    role: oneOf(roles, text('role')),
    state: oneOf(accountStates, text('state')),
    team: text('team'),
  }
}

/** Another filter in the address; an empty value takes it out, and another list has no account open. */
export function withFilters(
  search: URLSearchParams,
  change: Readonly<Partial<Record<FilterName, string>>>,
): URLSearchParams {
  return changedFilters(search, change, OPEN)
}
