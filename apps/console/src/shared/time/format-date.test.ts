import { Settings } from 'luxon'
import { afterEach, expect, test } from 'vitest'
import { formatDate, formatDay, formatTime } from './format-date'

afterEach(() => {
  Settings.defaultZone = 'system'
  Settings.defaultLocale = 'system'
})

test('ACC-23 dates display as yyyy-MMM-dd HH:mm:ss.SSS ZZ, local or GMT', () => {
  Settings.defaultZone = 'Asia/Kolkata'
  const moment = Date.UTC(2024, 2, 9, 22, 5, 7, 45)
  expect(formatDate(moment)).toBe('2024-Mar-10 03:35:07.045 +05:30')
  expect(formatDate(moment, 'gmt')).toBe('2024-Mar-09 22:05:07.045 +00:00')
  expect([formatDay(moment), formatTime(moment)]).toEqual(['2024-Mar-10', '03:35:07.045'])
  expect([formatDay(moment, 'gmt'), formatTime(moment, 'gmt')]).toEqual(['2024-Mar-09', '22:05:07.045'])
})

test('ACC-23 epoch text, ISO text and Date objects are the same moment', () => {
  const moment = Date.UTC(2024, 0, 1)
  const expected = '2024-Jan-01 00:00:00.000 +00:00'
  expect(formatDate(String(moment), 'gmt')).toBe(expected)
  expect(formatDate('2024-01-01T01:00:00+01:00', 'gmt')).toBe(expected)
  expect(formatDate(new Date(moment), 'gmt')).toBe(expected)
})

test('ACC-23 the month is English regardless of what the browser speaks, and nonsense is empty', () => {
  Settings.defaultLocale = 'de'
  expect(formatDate(Date.UTC(2024, 4, 1), 'gmt')).toContain('2024-May-01')
  expect(formatDate('soon')).toBe('')
})
