import { expect, test } from 'vitest'
import { listPath, readSort } from './list-address'

const none = '/manuscripts/id/none/vendor/none/language/none/status/none'

test('MAN-03 MAN-11 filters are in the address, none for those that are empty; the sort follows', () => {
  expect(listPath({}, { field: 'name', order: 'asc' })).toBe(none)
  expect(
    listPath({ manuscript_status: 'ready', manuscript_name: '' }, { field: 'vendor', order: 'desc' }),
  ).toBe('/manuscripts/id/none/vendor/none/language/none/status/ready?sort=vendor&order=desc')
  expect(listPath({ manuscript_name: 'a&b' }, { field: 'name', order: 'desc' })).toBe(
    `${none}?name=a%26b&sort=name&order=desc`,
  )
})

test('MAN-02 a sort is read back from the address; what is none of the six fields is by name', () => {
  expect(readSort(new URLSearchParams('sort=end_datetime&order=desc'))).toEqual({
    field: 'end_datetime',
    order: 'desc',
  })
  expect(readSort(new URLSearchParams('sort=site_name'))).toEqual({ field: 'name', order: 'asc' })
})
