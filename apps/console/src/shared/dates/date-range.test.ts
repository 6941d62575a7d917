import { describe, expect, test } from 'vitest'
import {
  defaultRange,
  endOfDay,
  formatExactMoment,
  formatMoment,
  formatRange,
  hasFuture,
  parseMoment,
  parseRange,
  timeSteps,
} from './date-range'

const now = Date.UTC(2026, 2, 10, 14, 37, 12)

describe('date ranges as text', () => {
  test.each([
    ['2026/03/01 08:15-2026/03/02 09:30', Date.UTC(2026, 2, 1, 8, 15), Date.UTC(2026, 2, 2, 9, 30)],
    ['2026/03/01', Date.UTC(2026, 2, 1), Date.UTC(2026, 2, 2) - 1],
    ['2026/03/01-2026/03/04', Date.UTC(2026, 2, 1), Date.UTC(2026, 2, 5) - 1],
    ['2026/03/01-2026/03/04 00:00', Date.UTC(2026, 2, 1), Date.UTC(2026, 2, 4)],
    [' 2026/3/1 8:15 - 2026/3/2 9:30 ', Date.UTC(2026, 2, 1, 8, 15), Date.UTC(2026, 2, 2, 9, 30)],
    [
      '2026/03/01 08:15:07-2026/03/01 08:15:59',
      Date.UTC(2026, 2, 1, 8, 15, 7),
      Date.UTC(2026, 2, 1, 8, 15, 59),
    ],
    ['2024/02/29', Date.UTC(2024, 1, 29), Date.UTC(2024, 2, 1) - 1],
  ])('LAU-12 %s becomes epoch milliseconds in UTC', (text, startMs, endMs) => {
    expect(parseRange(text)).toEqual({ startMs, endMs })
  })

  test.each([
    '',
    'yesterday',
    '2026/03/02 09:30-2026/03/01 08:15',
    '2026/04/31',
    '2025/02/29',
    '2026/13/01',
    '2026/03/01 24:00',
    '2026/03/01 10:60',
    '2026/03/01 10:15:60',
    '2026/03/01 10:15:7',
    '2026-03-01',
    '2026/03/01-',
    '2026/03/01-2026/03/02-2026/03/03',
  ])('LAU-12 "%s" is no range', text => {
    expect(parseRange(text)).toBeNull()
  })

  test('LAU-12 the default starts the configured number of days back and takes in the whole of today', () => {
    expect(defaultRange(now, 7)).toBe('2026/03/03 14:30-2026/03/10')
    expect(defaultRange(now, 30)).toBe('2026/02/08 14:30-2026/03/10')
    expect(parseRange(defaultRange(now, 7))?.endMs).toBe(endOfDay(now))
    expect(endOfDay(now)).toBe(Date.UTC(2026, 2, 11) - 1)
    expect(hasFuture(defaultRange(now, 7), now)).toBe(false)
    expect(parseRange(defaultRange(now, 0))).not.toBeNull()
  })

  test('LAU-12 a range that ends with a day is written with that day, and read again as the same', () => {
    const range = { startMs: Date.UTC(2026, 2, 1, 8, 15), endMs: endOfDay(now) }
    expect(formatRange(range)).toBe('2026/03/01 08:15-2026/03/10')
    expect(parseRange(formatRange(range))).toEqual(range)
    expect(formatRange({ ...range, endMs: Date.UTC(2026, 2, 10) })).toBe('2026/03/01 08:15-2026/03/10 00:00')
  })

  test('text and milliseconds are the same moment regardless of the local zone', () => {
    const ms = Date.UTC(2026, 6, 1, 23, 45)
    expect(formatMoment(ms)).toBe('2026/07/01 23:45')
    expect(parseMoment(formatMoment(ms))).toEqual({ startMs: ms, endMs: ms })
    expect(formatExactMoment(ms)).toBe('2026/07/01 23:45')
    expect(formatExactMoment(ms + 7_000)).toBe('2026/07/01 23:45:07')
    expect(parseMoment('2026/07/01 23:45:07')).toEqual({ startMs: ms + 7_000, endMs: ms + 7_000 })
  })
})

describe('the picker', () => {
  test('LAU-13 offers a past day in 96 steps of 15 minutes', () => {
    const steps = timeSteps('2026/03/09', now)
    expect(steps).toHaveLength(96)
    expect(steps.slice(0, 3)).toEqual(['00:00', '00:15', '00:30'])
    expect(steps.at(-1)).toBe('23:45')
  })

  test('LAU-13 offers only what has begun of today, and nothing of tomorrow', () => {
    expect(timeSteps('2026/03/10', now).at(-1)).toBe('14:30')
    expect(timeSteps('2026/03/11', now)).toEqual([])
  })

  test('LAU-13 a later moment is a future date, today as a whole day is not', () => {
    expect(hasFuture('2026/03/10', now)).toBe(false)
    expect(hasFuture('2026/03/01-2026/03/10', now)).toBe(false)
    expect(hasFuture('2026/03/10 14:45', now)).toBe(true)
    expect(hasFuture('2026/03/01 00:00-2026/03/10 14:45', now)).toBe(true)
    expect(hasFuture('2026/03/11', now)).toBe(true)
  })
})
