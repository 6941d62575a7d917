import type { MeetingDetail } from '@livetap/contract'
import { expect, test } from 'vitest'
import { newestRows, recentRows, recentShown } from './recent-rows'

const detail = (id: string, status: MeetingDetail['status']): MeetingDetail => ({
  id,
  title: `Talk ${id}`,
  host: '',
  site: '',
  number: '',
  region: '',
  source: '',
  status,
  stage: '',
  progress: 0,
  error: null,
  start: '2026-03-01T10:00:00Z',
  duration: null,
})

const opened = [
  { meetingId: 'a', path: '/live/a', openedAtMs: 5 },
  { meetingId: 'gone', path: '/past-stats/gone/1/2', openedAtMs: 4 },
]
const known = [detail('b', 'CallStarted'), detail('a', 'CallEnded')]

test('only what was opened here counts as opened; title and state come from the server', () => {
  expect(recentRows(opened, known)).toEqual([
    { meetingId: 'a', title: 'Talk a', path: '/past/a', atMs: 5, live: false },
    { meetingId: 'gone', title: '', path: '/past-stats/gone/1/2', atMs: 4, live: false },
  ])
  expect(recentRows([], known)).toEqual([])
})

test('what nobody opened here stands among the newest', () => {
  expect(newestRows(opened, known)).toEqual([
    { meetingId: 'b', title: 'Talk b', path: '/live/b', atMs: Date.UTC(2026, 2, 1, 10), live: true },
  ])
  expect(newestRows(opened)).toEqual([])
})

test('the lists are bounded', () => {
  const many = Array.from({ length: 30 }, (_, at) => detail(String(at), 'CallEnded'))
  expect(newestRows([], many)).toHaveLength(recentShown)
  expect(recentRows(many.map(({ id }) => ({ meetingId: id, path: '/', openedAtMs: 1 })))).toHaveLength(
    recentShown,
  )
})
