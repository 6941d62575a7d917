import { expect, test } from 'vitest'
import type { MeetingRow } from '../../../shared/meeting-list/meeting-rows'
import { meetingSearch, ranWithin } from './meeting-search'

const day = { from: '2026-03-04T00:00:00.000Z', to: '2026-03-04T23:59:59.999Z' }
const minute = { from: '2026-03-04T10:15:00.000Z', to: '2026-03-04T10:15:59.999Z' }

test.each([
  ['2026/03/04', day],
  ['2026-03-04', day],
  ['2026/03/04 10:15', minute],
  ['2026-03-04 10:15', minute],
  ['2026-03-04T10:15:27.123Z', minute],
  ['2026-03-04 - 2026/03/05 09:00', { from: day.from, to: '2026-03-05T09:00:59.999Z' }],
  ['2026-02-30', { find: '2026-02-30' }],
  [' ann@example.org ', { find: 'ann@example.org' }],
  ['a', undefined],
  ['', undefined],
])('the filter "%s" asks for a time or for words', (typed, asked) => {
  expect(meetingSearch(typed)).toEqual(asked)
})

test('a meeting is found by any moment at which it ran', () => {
  const row = { startMs: Date.UTC(2026, 2, 4, 10), durationMs: 1_800_000, state: 'ready' } as MeetingRow
  expect(ranWithin(row, '2026-03-04')).toBe(true)
  expect(ranWithin(row, '2026-03-04 10:15')).toBe(true)
  expect(ranWithin(row, '2026-03-04 10:31')).toBe(false)
  expect(ranWithin({ ...row, state: 'live' }, '2026-03-04 11:00', Date.UTC(2026, 2, 4, 12))).toBe(true)
  expect(ranWithin({ ...row, startMs: null }, '2026-03-04')).toBe(false)
  expect(ranWithin(row, 'ann')).toBeUndefined()
})
