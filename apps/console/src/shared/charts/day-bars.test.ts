import { expect, test } from 'vitest'
import { everyDay } from './day-bars'

test('days between the first and the last are there without a value, a week at least, at most so many', () => {
  const days = [
    { day: '2026-02-27', values: [1, 2] },
    { day: '2026-03-02', values: [3, 4] },
  ]
  expect(everyDay(days).map(({ day, values }) => [day, ...values])).toEqual([
    ['2026-02-24', 0, 0],
    ['2026-02-25', 0, 0],
    ['2026-02-26', 0, 0],
    ['2026-02-27', 1, 2],
    ['2026-02-28', 0, 0],
    ['2026-03-01', 0, 0],
    ['2026-03-02', 3, 4],
  ])
  expect(everyDay(days, 2).map(({ day }) => day)).toEqual(['2026-03-01', '2026-03-02'])
  expect(everyDay([])).toEqual([])
})
