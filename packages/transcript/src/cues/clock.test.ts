import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clockText, csisText, millisOf, shortClockText, timeText } from './clock'
import { parseTimeParam, timeParam } from './time-param'

test('ASR-04 seconds plus nanos become milliseconds', () => {
  expect(millisOf({ seconds: 12, nanos: 340_000_000 })).toBe(12_340)
  expect(millisOf({ seconds: '3', nanos: 500_000 })).toBe(3000.5)
  expect(millisOf({ nanos: 7_000_000 })).toBe(7)
  expect(millisOf({})).toBe(0)
})

test('PAS-13 times read hh:mm:ss.mmm', () => {
  expect(clockText(0)).toBe('00:00:00.000')
  expect(clockText(3_723_004.9)).toBe('01:02:03.004')
  expect(clockText(100 * 3_600_000)).toBe('100:00:00.000')
  for (const odd of [-5, Number.NaN, Number.POSITIVE_INFINITY]) expect(clockText(odd)).toBe('00:00:00.000')
  expect(shortClockText(3_723_004)).toBe('01:02:03')
})

test('PAS-13 a clock text holds every millisecond of the time it shows', () => {
  fc.assert(
    fc.property(fc.nat(99 * 3_600_000), ms => {
      const [, hours, minutes, seconds, rest] = /^(\d\d):(\d\d):(\d\d)\.(\d{3})$/.exec(clockText(ms))!
      expect(((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(rest)).toBe(ms)
    }),
  )
})

test('PAS-09 a row’s time text and csis text', () => {
  expect(timeText({ startMs: 1500, endMs: 62_250 })).toBe('00:00:01.500 - 00:01:02.250')
  expect(csisText([3, 0])).toBe('3, 0')
  expect(csisText([])).toBe('')
})

test('a moment survives its deep link, and other forms of a time are understood', () => {
  fc.assert(
    fc.property(fc.nat(99 * 3_600_000), ms => {
      expect(parseTimeParam(timeParam(ms))).toBe(ms)
    }),
  )
  expect(parseTimeParam('1h2m3.5s')).toBe(3_723_500)
  expect(parseTimeParam('2m')).toBe(120_000)
  expect(parseTimeParam('01:02:03.250')).toBe(3_723_250)
  expect(parseTimeParam('2:03')).toBe(123_000)
  for (const odd of ['', 'x', '-4', '1e9', '99999999999999999999'])
    expect(parseTimeParam(odd)).toBeUndefined()
})
