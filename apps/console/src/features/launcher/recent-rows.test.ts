import type { MeetingDetail } from '@livetap/contract'
import { expect, test } from 'vitest'
import { recentRows, recentShown } from './recent-rows'

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

test('what was opened here comes first and takes title and state from the server', () => {
  const opened = [
    { meetingId: 'a', path: '/live/a', openedAtMs: 5 },
    { meetingId: 'gone', path: '/past-stats/gone/1/2', openedAtMs: 4 },
  ]
  const rows = recentRows(opened, [detail('b', 'CallStarted'), detail('a', 'CallEnded')])
  expect(rows).toEqual([
    { meetingId: 'a', title: 'Talk a', path: '/past/a', atMs: 5, live: false },
    { meetingId: 'gone', title: '', path: '/past-stats/gone/1/2', atMs: 4, live: false },
    { meetingId: 'b', title: 'Talk b', path: '/live/b', atMs: Date.UTC(2026, 2, 1, 10), live: true },
  ])
})

test('the list is bounded', () => {
  const known = Array.from({ length: 30 }, (_, at) => detail(String(at), 'CallEnded'))
  expect(recentRows([], known)).toHaveLength(recentShown)
})
