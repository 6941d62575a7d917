import { afterEach, expect, test } from 'vitest'
import { formatDate, formatDay, formatTime } from './format-date'

const ownZone = process.env.TZ

/** Node reads the zone anew when it is assigned. */
function setZone(zone: string | undefined) {
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
}

afterEach(() => setZone(ownZone))

test('ACC-23 dates display as yyyy-MMM-dd HH:mm:ss.SSS ZZ, local or GMT', () => {
  setZone('Asia/Kolkata')
  const moment = Date.UTC(2024, 2, 9, 22, 5, 7, 45)
  expect(formatDate(moment)).toBe('2024-Mar-10 03:35:07.045 +05:30')
  expect(formatDate(moment, 'gmt')).toBe('2024-Mar-09 22:05:07.045 +00:00')
  expect([formatDay(moment), formatTime(moment)]).toEqual(['2024-Mar-10', '03:35:07.045'])
  expect([formatDay(moment, 'gmt'), formatTime(moment, 'gmt')]).toEqual(['2024-Mar-09', '22:05:07.045'])
})

test('ACC-23 a zone behind GMT has its sign, and each date the offset of its own season', () => {
  setZone('America/St_Johns')
  expect(formatDate(Date.UTC(2024, 0, 1, 2))).toBe('2023-Dec-31 22:30:00.000 -03:30')
  expect(formatDate(Date.UTC(2024, 6, 1, 2))).toBe('2024-Jun-30 23:30:00.000 -02:30')
})

test('ACC-23 epoch text, ISO text and Date objects are the same moment', () => {
  const moment = Date.UTC(2024, 0, 1)
  const expected = '2024-Jan-01 00:00:00.000 +00:00'
  expect(formatDate(String(moment), 'gmt')).toBe(expected)
  expect(formatDate('2024-01-01T01:00:00+01:00', 'gmt')).toBe(expected)
  expect(formatDate(new Date(moment), 'gmt')).toBe(expected)
})

test('ACC-23 nonsense is empty', () => {
  expect(['soon', '', 'meeting 1', Number.NaN].map(text => formatDate(text))).toEqual(['', '', '', ''])
})
