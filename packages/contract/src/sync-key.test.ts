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
  '',
  'no base64!',
  btoa('x_1700000000#a'),
  btoa('t_soon#a'),
  btoa('t_#a'),
  btoa('t_1#a#b'),
  btoa('t_1#a\0'),
])('TRN-05 %j is no sync key', text => {
  expect(decodeSyncKey(text)).toBeUndefined()
})
