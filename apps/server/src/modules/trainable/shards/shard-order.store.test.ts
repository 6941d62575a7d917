import { SHARD_ORDERS } from '@livetap/contract'
import { expect, test } from 'vitest'
import type { Shard } from './shard'
import { cursorOf, placeAt, placeOf } from './shard-order.store'

const shard = {
  id: 's1',
  meetingId: 'm1',
  meetingStartMs: 1_700_000_000_000,
  startOffsetMs: 61_000,
  lengthMs: 5_200,
  confidence: 0.634,
} as Shard

test('a cursor says which order it is of and where the shard stands in it', () => {
  for (const order of SHARD_ORDERS)
    expect(placeAt(order, cursorOf(order, shard))).toEqual(placeOf(order, shard))
  expect(placeOf('least_certain', shard)).toEqual([634, 's1'])
  expect(placeOf('least_certain', { ...shard, confidence: null })).toEqual([1001, 's1'])
})

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

test.each([
  ['of another order', cursorOf('least_certain', shard)],
  ['no base64', '!'],
  ['no list', encoded({ order: 'shortest' })],
  ['too short', encoded(['shortest', 5_200])],
  ['too long', encoded(['shortest', 5_200, 's1', 's1'])],
  ['no number', encoded(['shortest', '5200', 's1'])],
  ['part of a number', encoded(['shortest', 5_200.5, 's1'])],
])('a cursor that is %s leads nowhere', (_, cursor) => {
  expect(placeAt('shortest', cursor)).toBeUndefined()
})
