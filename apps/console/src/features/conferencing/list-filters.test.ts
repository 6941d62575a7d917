import { expect, test } from 'vitest'
import { rangeOf, recordsOf } from './list-filters'

const dayMs = 86_400_000
const openedMs = Date.UTC(2026, 2, 11, 15, 20, 9)
const endOfToday = Date.UTC(2026, 2, 12) - 1
const at = (nowMs: number) => ({ openedMs, nowMs, pastDays: 10 })

test('MTG-02 without dates and amount: the usual days back, to the end of today, 99', () => {
  const usual = { startMs: Date.UTC(2026, 2, 1, 15, 20), endMs: endOfToday }
  expect(rangeOf({ from: undefined, to: undefined }, at(openedMs))).toEqual(usual)
  expect(rangeOf({ from: 'yesterday', to: '-1' }, at(openedMs))).toEqual(usual)
  expect(rangeOf({ from: '1000', to: '2000' }, at(openedMs))).toEqual({ startMs: 1000, endMs: 2000 })
  expect([undefined, '', '0', 'many', '7', '1700000000000'].map(recordsOf)).toEqual([
    99, 99, 99, 99, 7, 10_000,
  ])
})

test('MTG-02 a range that ended today when it was opened ends today whenever it is asked again', () => {
  const from = String(openedMs - dayMs)
  const nextDay = at(openedMs + dayMs)
  expect(rangeOf({ from, to: String(endOfToday) }, at(openedMs)).endMs).toBe(endOfToday)
  expect(rangeOf({ from, to: String(endOfToday) }, nextDay).endMs).toBe(endOfToday + dayMs)
  expect(rangeOf({ from, to: undefined }, nextDay).endMs).toBe(endOfToday + dayMs)
  // A day that was over, and a time of day, were chosen.
  expect(rangeOf({ from, to: String(endOfToday - dayMs) }, nextDay).endMs).toBe(endOfToday - dayMs)
  expect(rangeOf({ from, to: String(openedMs) }, nextDay).endMs).toBe(openedMs)
})
