import { expect, test } from 'vitest'
import { decodeSyncKey, encodeSyncKey } from './sync-key'

test('TRN-05 a sync key is base64 of e_ or t_, seconds since 1970, # and an id', () => {
  const key = encodeSyncKey({ evaluation: true, seconds: 1_700_000_000, id: 'abc123' })
  expect(atob(key)).toBe('e_1700000000#abc123')
  expect(decodeSyncKey(key)).toEqual({ evaluation: true, seconds: 1_700_000_000, id: 'abc123' })
  expect(decodeSyncKey(` ${btoa('t_1700000000')} `)).toEqual({
    evaluation: false,
    seconds: 1_700_000_000,
    id: '',
  })
})

test.each([
  ['#', ''],
  ['#a#b', 'a#b'],
  ['##', '#'],
  ['#a b', ''],
  ['#a\0', ''],
  ['#\u00e9', ''],
  [`#${'x'.repeat(201)}`, ''],
])('TRN-05 a sync key counts up to its first #, regardless of what follows: %j', (rest, id) => {
  expect(decodeSyncKey(btoa(`t_1700000007${rest}`))).toEqual({
    evaluation: false,
    seconds: 1_700_000_007,
    id,
  })
})

test.each([
  '',
  'no base64!',
  btoa('x_1700000000#a'),
  btoa('t_soon#a'),
  btoa('t_#a'),
  btoa('t_1700000000a#a'),
  btoa('t_1700000000 #a'),
  btoa('#t_1700000000'),
])('TRN-05 %j is no sync key', text => {
  expect(decodeSyncKey(text)).toBeUndefined()
})
