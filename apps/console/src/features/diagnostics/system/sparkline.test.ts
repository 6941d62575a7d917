import { expect, test } from 'vitest'
import { sparkline } from './sparkline'

const MINUTE_MS = 60_000
const frame = { fromMs: 0, toMs: 10 * MINUTE_MS, stepMs: MINUTE_MS, width: 100, height: 20 }
const at = (minute: number, value: number | undefined) => ({ ms: minute * MINUTE_MS, value })

test('a line joins what follows each other and breaks at gaps, of minutes and of values', () => {
  expect(sparkline([at(0, 0), at(1, 5), at(2, 10)], frame)).toBe('M0 20h1L10 10L20 0')
  expect(sparkline([at(0, 10), at(1, 10), at(5, 5)], frame)).toBe('M0 0h1L10 0M50 10h1')
  expect(sparkline([at(0, 2), at(1, undefined), at(2, 2)], frame)).toBe('M0 0h1M20 0h1')
})

test('where all is zero the line lies at the bottom, and without a value there is none', () => {
  expect(sparkline([at(0, 0), at(1, 0)], frame)).toBe('M0 20h1L10 20')
  expect(sparkline([], frame)).toBe('')
})
