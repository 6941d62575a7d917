import { expect, test } from 'vitest'
import { rangeOf, recordsOf } from './list-filters'

test('MTG-02 without dates and amount: the usual days back, until now, 99', () => {
  const now = Date.UTC(2026, 2, 11)
  const usual = { startMs: Date.UTC(2026, 2, 1), endMs: now }
  expect(rangeOf({ from: undefined, to: undefined }, now, 10)).toEqual(usual)
  expect(rangeOf({ from: 'yesterday', to: '-1' }, now, 10)).toEqual(usual)
  expect(rangeOf({ from: '1000', to: '2000' }, now, 10)).toEqual({ startMs: 1000, endMs: 2000 })
  expect([undefined, '', '0', 'many', '7', '1700000000000'].map(recordsOf)).toEqual([
    99, 99, 99, 99, 7, 10_000,
  ])
})
