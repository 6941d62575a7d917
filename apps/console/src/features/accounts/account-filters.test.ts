import { expect, test } from 'vitest'
import { accountQuery, withFilters } from './account-filters'

test('the address holds the filters, and what the call does not know is left out', () => {
  const search = new URLSearchParams('q= grace &role=queen&state=invited&account=7')
  expect(accountQuery(search)).toEqual({ q: 'grace', role: undefined, state: 'invited', team: undefined })
  expect(withFilters(search, { state: '', team: 'Compilers' }).toString()).toBe(
    'q=+grace+&role=queen&team=Compilers',
  )
})
