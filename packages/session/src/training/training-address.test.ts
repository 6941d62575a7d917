import { expect, test } from 'vitest'
import { filterCount, filterOf, readAddress, writeAddress } from './training-address'

test('the address of the start screen and of the filters becomes the call’s filter', () => {
  const search = new URLSearchParams(
    'languages=en-US,de-DE&site=cisco_webex&source=upload&min=1.5&max=20&edited=no&meeting=m1',
  )
  expect(filterOf(readAddress(search))).toEqual({
    language: 'en-US,de-DE',
    site_name: 'cisco_webex',
    source: 'upload',
    min_length_ms: 1500,
    max_length_ms: 20_000,
    edited: false,
    meeting_id: 'm1',
  })
})

test('what is no filter is left out', () => {
  const search = new URLSearchParams('min=-1&max=long&edited=maybe&unusable=1&site=%20')
  expect(filterOf(readAddress(search))).toEqual({})
})

test('a changed filter keeps the others and what else is in the address; an empty one goes', () => {
  const search = new URLSearchParams('languages=en-US&site=a&other=1')
  expect(writeAddress(search, { site: '', edited: 'yes' }).toString()).toBe(
    'languages=en-US&other=1&edited=yes',
  )
})

test('an order is in the address, and no filter; one that is unknown is none', () => {
  const address = readAddress(new URLSearchParams('order=shortest&site=a'))
  expect(address.order).toBe('shortest')
  expect(filterOf(address)).toEqual({ site_name: 'a' })
  expect(filterCount(address)).toBe(1)
  expect(readAddress(new URLSearchParams('order=longest')).order).toBe('')
  expect(writeAddress(new URLSearchParams('order=shortest'), { order: '' }).toString()).toBe('')
})
