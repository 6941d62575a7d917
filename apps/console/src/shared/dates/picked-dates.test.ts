import { expect, test } from 'vitest'
import { parseMoment, parseRange } from './date-range'
import { momentText, offeredTime, pickedFromText, rangeText } from './picked-dates'

const now = Date.UTC(2026, 2, 10, 14, 37)

test('the picker shows what the text says, in UTC', () => {
  expect(pickedFromText('2026/03/01 08:15-2026/03/02 09:30', true)).toEqual([
    { day: '2026-03-01', time: '08:15' },
    { day: '2026-03-02', time: '09:30' },
  ])
  expect(pickedFromText('2026/03/01 07:00', false)?.[0]).toEqual({ day: '2026-03-01', time: '07:00' })
  expect(pickedFromText('2026/03/01 07:00:09', false)?.[0]).toEqual({ day: '2026-03-01', time: '07:00:09' })
  expect(pickedFromText('soon', true)).toBeNull()
})

test('LAU-13 a time of today that has not come yet falls back to the last step that has', () => {
  expect(offeredTime({ day: '2026-03-10', time: '18:00' }, now)).toBe('14:30')
  expect(offeredTime({ day: '2026-03-09', time: '18:00' }, now)).toBe('18:00')
  expect(offeredTime({ day: '2026-03-10', time: '08:15' }, now)).toBe('08:15')
})

test('LAU-12 ends picked the wrong way round change places', () => {
  const early = { day: '2026-03-01', time: '18:00' }
  const late = { day: '2026-03-02', time: '08:00' }
  expect(rangeText(late, early)).toBe('2026/03/01 18:00-2026/03/02 08:00')
})

test('LAU-12 a day picked without a time is the whole of it, its last minute included', () => {
  const [day] = pickedFromText('2026/03/10', false)!
  expect(day).toEqual({ day: '2026-03-10', time: '' })
  const text = momentText({ ...day, day: '2026-03-09', time: offeredTime(day, now) })
  expect(text).toBe('2026/03/09')
  expect(parseMoment(text)!.endMs).toBe(Date.UTC(2026, 2, 10) - 1)
})

test('LAU-12 the last day of a range is meant to its last minute, and is shown so again', () => {
  const text = rangeText({ day: '2026-03-09', time: '00:00' }, { day: '2026-03-09', time: '' })
  expect(text).toBe('2026/03/09 00:00-2026/03/09')
  expect(parseRange(text)!.endMs).toBe(Date.UTC(2026, 2, 10) - 1)
  expect(pickedFromText(text, true)![1]).toEqual({ day: '2026-03-09', time: '' })
})
